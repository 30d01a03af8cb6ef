import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../web/pure/routes.ts';
import { expectAccessible, expectNoOverflow, openTab } from './browser.ts';
import { alive, DemoDashboard, goTo } from './demoDashboard.ts';

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

const TELEPHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;
const DESKTOP = { viewport: { width: 1280, height: 860 } } as const;

/** Where the cells of a row stand: their tops, and how far the right edge of each is from that of its header. */
async function cellsOf(page: Page, row: string): Promise<{ readonly tops: number; readonly lineUp: readonly number[] }> {
  return page.evaluate(`(() => {
    const cells = [...document.querySelector('${row}').children].map((cell) => cell.getBoundingClientRect());
    const heads = [...document.querySelectorAll('.book thead th')].map((cell) => cell.getBoundingClientRect());
    return { tops: new Set(cells.map(({ top }) => top)).size, lineUp: cells.map(({ right }, n) => Math.round(right - heads[n].right)) };
  })()`);
}

describe('the book of a market', () => {
  it.for([DESKTOP, TELEPHONE])('stands in three columns below their headers, asks as bids ($viewport.width px)', async (look, context) => {
    const { page } = await demo.open(context, look);
    await goTo(page, 'market/BTC%2FEUR');
    for (const row of ['.book tr.ask', '.book tr.bid']) {
      await page.locator(row).first().waitFor();
      expect(await cellsOf(page, row)).toEqual({ tops: 1, lineUp: [0, 0, 0] });
    }
  });
});

it('an address that names no page shows the overview and says so, until another page is opened', async (context) => {
  const { page } = await demo.open(context, DESKTOP);
  await page.evaluate(`location.hash = '#/nosuchpage'`);
  await page.getByText('There is no page nosuchpage.').waitFor();
  await page.locator('main h1').filter({ hasText: 'Overview' }).waitFor({ state: 'attached' });
  await goTo(page, 'overview');
  await page.getByText('There is no page').waitFor({ state: 'detached' });
});

describe('on a telephone by touch alone', () => {
  it('every page is opened, from a sheet that has them all', async (context) => {
    const { page, faults } = await demo.open(context, TELEPHONE);
    const sheet = page.getByRole('dialog', { name: 'All pages' });
    for (const { name, title } of [...PAGES].toReversed()) {
      await page.getByRole('button', { name: 'More' }).tap();
      await sheet.waitFor();
      await sheet.getByRole('link', { name: title, exact: true }).tap();
      await page.waitForURL(`**/#/${name}`);
      await sheet.waitFor({ state: 'hidden' });
    }
    expect(faults).toEqual([]);
  });

  it('the sheet is accessible, takes the focus, and is left by its button, by Escape, and by a tap beside it', async (context) => {
    const { page } = await demo.open(context, TELEPHONE);
    const sheet = page.getByRole('dialog', { name: 'All pages' });
    const more = page.getByRole('button', { name: 'More' });
    for (const leave of [
      () => sheet.getByRole('button', { name: 'Close' }).tap(),
      () => page.keyboard.press('Escape'),
      () => page.touchscreen.tap(180, 20),
    ]) {
      await more.focus();
      await page.keyboard.press('Enter');
      await sheet.waitFor();
      expect(await page.evaluate('document.querySelector("dialog.pages").contains(document.activeElement)')).toBe(true);
      await expectAccessible(page);
      await expectNoOverflow(page);
      await leave();
      await sheet.waitFor({ state: 'hidden' });
      expect(await page.evaluate('document.activeElement.textContent')).toContain('More');
    }
  });
});

describe('what is at risk', () => {
  it.for([DESKTOP, TELEPHONE])(
    'names the limit that calls, beside an amount of six figures, and cuts nothing ($viewport.width px)',
    async (look, context) => {
      const { page } = await demo.open(context, look);
      const rows = [
        { limit: 'risk.maxExposure', used: '278174.51', most: '900000', unit: 'EUR' },
        { limit: 'risk.maxOpenOrders', used: '39', most: '40', unit: 'orders' },
        { limit: 'risk.maxOrdersPerMinute', used: '238', most: '240', unit: 'orders' },
      ];
      await page.route('**/api/limits', (route) => route.fulfill({ json: rows }));
      const cell = page.getByRole('link', { name: /^At risk/ });
      for (const text of ['orders/min 99 %', '278,175 EUR']) await cell.getByText(text).waitFor();
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.verdict .v, .verdict .v *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      .filter((one) => getComputedStyle(one).display !== 'inline').map((one) => one.textContent)`);
      expect(cut).toEqual([]);
      await expectNoOverflow(page);
    },
  );
});

/** Runs in the page before its own scripts: the daemon says of its venue that it is on this machine. */
const NOTED = `
const plain = window.fetch;
window.fetch = async (input, init) => {
  const answer = await plain(input, init);
  if (!String(input).includes('/api/events') || !answer.ok) return answer;
  const noted = new TransformStream({
    transform: (text, out) => out.enqueue(text.replaceAll('"keyTail":', '"note":"on this machine: a simulator","keyTail":')),
  });
  const body = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(noted).pipeThrough(new TextEncoderStream());
  return new Response(body, { status: 200, headers: answer.headers });
};`;

describe('a venue on this machine that is not the venue itself', () => {
  it.for([DESKTOP, TELEPHONE])('is told as such in the bar, beside its world ($viewport.width px)', async (look, context) => {
    const { page } = await openTab(context, look);
    await page.addInitScript(NOTED);
    await page.goto(await demo.link());
    await alive(page, 'Running');
    await page.locator('header').getByText('on this machine').waitFor();
    const [who, tools] = await page.evaluate<readonly number[]>(`[
      Math.max(...[...document.querySelectorAll('.who > *')].map((one) => one.getBoundingClientRect().right)),
      document.querySelector('.tools').getBoundingClientRect().left,
    ]`);
    expect(who).toBeLessThanOrEqual(tools!);
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
});

describe('without payments and treasury', () => {
  it('the pages say what is missing, and nothing fails in the browser', async (context) => {
    const { page } = await demo.open(context, DESKTOP);
    const failed: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
    });
    await goTo(page, 'payments');
    await page.getByText('Payments are not set up here').waitFor();
    await goTo(page, 'treasury');
    const month = page.getByRole('combobox', { name: /^Month/ });
    await month.waitFor();
    expect((await month.boundingBox())!.width).toBeGreaterThan(80);
    expect(failed).toEqual([]);
  });
});
