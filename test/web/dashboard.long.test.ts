import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../web/pure/routes.ts';
import { sluice } from '../cli/processes.ts';
import { until } from '../until.ts';
import { expectAccessible, expectNoOverflow, openTab } from './browser.ts';
import { alive, cut, DemoDashboard, goTo, hold } from './demoDashboard.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const demo = new DemoDashboard();
const link = (...options: readonly string[]): Promise<string> => demo.link(...options);
const openDemo: DemoDashboard['open'] = (...asked) => demo.open(...asked);

beforeAll(() => demo.start());
afterAll(() => demo.end());

describe('coming in', () => {
  it('takes a link once, keeps the token out of the address, and hides the session from scripts', async (context) => {
    const { page, faults } = await openTab(context);
    const address = await link();
    await page.goto(address);
    await alive(page, 'Running');
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#\/overview$/);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.reload();
    await alive(page, 'Running');
    expect(faults).toEqual([]);

    const other = await openTab(context);
    await other.page.goto(address);
    await alive(other.page, 'Locked');
    await other.page.getByText('this link has been used').waitFor();
    await other.page.getByText('sluice dashboard').first().waitFor();
    // A new link in the same tab lets it in, without a reload.
    await other.page.goto(await link());
    await alive(other.page, 'Running');
  });

  it('lets a read-only session look and change nothing', async (context) => {
    const { page } = await openDemo(context, {}, '--read-only');
    // Its mids are those of now, and not marked as old.
    await page.locator('main td .tint').first().waitFor();
    await page.getByText('read only').waitFor();
    const buttons = page.locator('main :is(button.btn, button.hold)').filter({ hasText: /Pause|Flatten/ });
    await buttons.first().waitFor();
    expect(await buttons.and(page.locator(':enabled')).count()).toBe(0);
  });
});

const LOOKS = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['on a telephone', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ['on a dark telephone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const;

describe.each(LOOKS)('%s', (_, options) => {
  it('each page is whole, accessible and no wider than the screen, and asks nobody else', async (context) => {
    const { page, faults } = await openDemo(context, options);
    for (const { name } of PAGES) {
      await goTo(page, name);
      await page.locator('main .panel').first().waitFor();
      await expectAccessible(page);
      await expectNoOverflow(page);
      expect(await page.title()).toContain('sluice DEMO');
    }
    expect(faults).toEqual([]);
  });
});

describe('by keyboard alone', () => {
  it('every page, row, command and menu is reached', async (context) => {
    const { page } = await openDemo(context);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    for (const { name, key } of PAGES) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.waitForURL(`**/#/${name}`);
    }
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    // The page before has rows, too.
    await page.locator('tr[data-row]').filter({ hasText: 'btc-maker' }).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('c');
    await page.getByText('Copied: sluice fills list --strategy btc-maker').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('sluice fills list --strategy btc-maker');
    await page.keyboard.press('.');
    expect(await page.evaluate('document.activeElement.tagName')).toMatch(/^(?:A|BUTTON)$/);

    await page.keyboard.press('Shift+S');
    await page.getByText('Hold: no new orders').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Hold: no new orders').waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('t');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await alive(page, 'Running');
  });
});

describe('a cut of 30 s', () => {
  it('is shown, marks all figures, lets nothing be sent, and heals without a reload', async (context) => {
    const { page } = await openTab(context);
    await page.clock.install();
    await page.goto(await link());
    await alive(page, 'Running');
    await page.evaluate('window.isSameLife = true');
    await cut(page);
    expect(await page.locator('main .hold:not([disabled])').count()).toBe(0);
    await expectAccessible(page);
    await page.context().setOffline(false);
    await until(async () => {
      await page.clock.fastForward(1000);
      return (await page.locator('.verdict .v').first().innerText()).includes('Running');
    });
    expect(await page.evaluate('window.isSameLife')).toBe(true);
  });
});

describe('what a person does', () => {
  it('pauses a strategy and lets it go on', async (context) => {
    const { page } = await openDemo(context);
    await page.getByRole('button', { name: 'Pause eth-grid' }).click();
    await page.getByText('eth-grid is paused').first().waitFor();
    await page.getByRole('button', { name: 'Resume eth-grid' }).click();
    await page.getByRole('button', { name: 'Pause eth-grid' }).waitFor();
  });

  it('writes other parameters, sees the difference, and gets the commands', async (context) => {
    const { page } = await openDemo(context);
    await goTo(page, 'strategies/btc-maker');
    for (const name of ['Plots of btc-maker', 'Profit by tag', 'Shadow beside it']) await page.getByRole('heading', { name }).waitFor();
    await page.getByText("can't be said: it needs 24 hours, and there are 0").waitFor();
    const field = page.getByLabel('New value of spreadBps');
    await field.fill('0');
    await page.getByText('expected 1 or more').waitFor();
    await field.fill('9');
    await page.getByText('+ spreadBps: 9').waitFor();
    await page.getByRole('button', { name: /config set strategies\.btc-maker\.params\.spreadBps 9 -c / }).waitFor();
    await expectAccessible(page);
  });

  it('cancels an order by a whole hold, and not by a short one', async (context) => {
    // Far enough from the market to rest until somebody cancels it.
    const order = ['--symbol', 'ETH/EUR', '--side', 'Buy', '--amount', '0.05', '--price', '2070'];
    const { code, stderr } = await sluice(['orders', 'place', ...order, '--yes', '--state', demo.state]);
    expect(code, stderr).toBe(0);
    const { page } = await openTab(context);
    await page.clock.install();
    await page.goto(await link());
    await alive(page, 'Running');
    await goTo(page, 'orders');
    const row = page.locator('tr[data-row]').filter({ hasText: '2,070' });
    await row.waitFor();
    const button = row.getByRole('button', { name: 'Hold to cancel Buy' });
    await hold(page, button, 1000);
    await page.clock.runFor(600);
    expect(await page.locator('.toast').count()).toBe(0);
    await hold(page, button, 1600);
    await page.getByText(/The cancel of \d+ was sent/).waitFor();
    await until(async () => (await row.count()) === 0 || /canceling|gone/.test(await row.innerText()));
  });

  it('asks why an order was executed, and shares the story as a link', async (context) => {
    const { page, faults } = await openDemo(context);
    await goTo(page, 'fills');
    await page.locator('tr[data-row]').first().getByRole('link', { name: /^Why/ }).click();
    await page.waitForURL(/#\/why\//);
    // The session of a running daemon is written every few seconds.
    await until(async () => {
      const again = page.getByRole('button', { name: 'Look again' });
      if (await again.isEnabled()) await again.click();
      return (await page.getByRole('row').filter({ hasText: 'decided' }).count()) > 0;
    });
    for (const step of ['book', 'checked', 'journalled', 'fill']) await page.locator('.badge', { hasText: step }).first().waitFor();
    await page.getByRole('button', { name: /Copy command: sluice why / }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied: http').waitFor();
    const shared = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(shared).toBe(page.url());
    await goTo(page, 'orders');
    await page.goto(shared);
    await page.locator('.badge', { hasText: 'journalled' }).first().waitFor();
    await page.getByRole('button', { name: 'Add what the strategies logged and plotted' }).click();
    await page.getByRole('button', { name: /Copy command: sluice why \S+$/ }).waitFor();
    await goTo(page, 'why/4711');
    await page.getByText('has the id 4711').waitFor();
    expect(faults).toEqual([]);
  });

  it('looks into a backtest, closer and at any time of it, and compares two', async (context) => {
    const { page, faults } = await openDemo(context);
    await goTo(page, 'research');
    await page.getByRole('link', { name: 'maker-1' }).click();
    await page.waitForURL(/#\/research\/maker-1$/);
    await page.locator('main canvas').first().waitFor();
    await page.getByText('of fitted').first().waitFor();
    await page.getByRole('button', { name: 'Closer' }).click();
    await page.getByRole('button', { name: 'Whole run' }).click();
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('End');
    await page.getByText('Nothing more happened').waitFor();
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Later ones' }).click();
    await page.getByRole('table', { name: /Round trips/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: 'Choose grid-2' }).check();
    await page.waitForURL(/#\/research\/maker-1%2Cgrid-2$/);
    await page.getByRole('table', { name: 'Inputs that differ' }).waitFor();
    await page.getByRole('button', { name: 'Copy command: sluice report compare maker-1 grid-2' }).first().waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoOverflow(page);
    expect(faults).toEqual([]);
  });

  it('stops everything in a stage, and arms it again', async (context) => {
    const { page } = await openTab(context);
    await page.clock.install();
    await page.goto(await link());
    await alive(page, 'Running');
    await page.keyboard.press('Shift+S');
    await hold(page, page.getByRole('button', { name: 'Hold: no new orders' }), 1600);
    await alive(page, 'Halted');
    await page.getByText('Only cancels are sent.').waitFor();
    await expectAccessible(page);
    await hold(page, page.getByRole('button', { name: 'Hold to arm again' }), 1600);
    await alive(page, 'Running');
  });
});

describe('the built page', () => {
  it('is at most 150 KB in gzip, and at most 100 KB of it are for the first look', () => {
    const built = join(ROOT, 'dist/web');
    const sizes = readdirSync(built, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => ({ name, bytes: gzipSync(readFileSync(join(parentPath, name))).length }));
    const sum = (files: typeof sizes): number => files.reduce((total, { bytes }) => total + bytes, 0);
    expect(sizes.length).toBeGreaterThan(3);
    expect(sum(sizes)).toBeLessThanOrEqual(150 * 1024);
    // The library of candles comes with the page that shows some.
    expect(sum(sizes.filter(({ name }) => !name.startsWith('lightweight-charts')))).toBeLessThanOrEqual(100 * 1024);
  });
});
