import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sluice } from '../cli/processes.ts';
import { boxFaults } from './boxFaults.ts';
import { expectNoOverflow, openTab } from './browser.ts';
import { alive, DemoDashboard, goTo } from './demoDashboard.ts';

/** It has 40 characters, and nowhere to break it. */
const NAME = 'bitcoinmakerofthesecondbookintheeastside';
const WIDTHS = [360, 700, 768, 1181, 1280, 1440] as const;
/** Adds facts to each list of them: a sentence, and a path that has no place to break. */
const LONG_VALUES = `for (const list of document.querySelectorAll('main .kv')) for (const value of [
  '▲ the own orders can’t be read since 21:20:25, and nobody knows what became of them: the venue does not answer', '/tmp/${NAME}/${NAME}/journal.db'
]) for (const [kind, text] of [['dt', 'A book is too old after'], ['dd', value]]) list.appendChild(document.createElement(kind)).textContent = text`;
const demo = new DemoDashboard(NAME);
beforeAll(() => demo.start());
afterAll(() => demo.end());

const resize = (page: Page, width: number): Promise<void> => page.setViewportSize({ width, height: width < 640 ? 740 : 860 });

/** What is wrong with the boxes of the page, at each width. */
async function faultsOf(page: Page): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {};
  for (const width of WIDTHS) {
    await resize(page, width);
    const faults = await boxFaults(page);
    if (faults.length > 0) found[width] = faults;
    await expectNoOverflow(page);
  }
  return found;
}

describe('whatever the width, with a name of 40 characters', () => {
  it.for(['overview', 'strategies', `strategies/${NAME}`, 'orders', 'market/BTC%2FEUR', 'fills'])(
    'no button of %s lies outside its panel, and no label is cut',
    async (place, context) => {
      const { page } = await demo.open(context);
      await goTo(page, place);
      await page
        .locator('main tr[data-row]')
        .filter({ hasText: /BTC\/EUR/ })
        .first()
        .waitFor();
      expect(await faultsOf(page)).toEqual({});
    },
  );

  it.for(['refusals', 'unresolved', 'research', 'payments', 'treasury', 'events', 'health', 'simulator'])(
    'nor is anything on %s',
    async (place, context) => {
      const { page } = await demo.open(context);
      await goTo(page, place);
      await page.locator('main .panel').first().waitFor();
      expect(await faultsOf(page)).toEqual({});
    },
  );

  it.for(['overview', 'health'])('a name on %s is read beside a long value, too', async (place, context) => {
    const { page } = await demo.open(context);
    await goTo(page, place);
    await page.locator('main .kv').first().waitFor();
    await page.evaluate(LONG_VALUES);
    expect(await faultsOf(page)).toEqual({});
  });

  it('what Stop would do is read in full', async (context) => {
    const { page } = await demo.open(context);
    await page.keyboard.press('Shift+S');
    await page.getByRole('button', { name: /^Hold: flatten \d positions?, .+, at the market$/ }).waitFor();
    expect(await faultsOf(page)).toEqual({});
  });

  it('what a limit that calls is called stands in one line beside its share', async (context) => {
    const { page } = await demo.open(context);
    const rows = [
      { limit: 'risk.maxExposure', used: '278174.51', most: '900000', unit: 'EUR' },
      { limit: 'risk.maxOpenOrders', used: '37', most: '40', unit: 'orders' },
    ];
    await page.route('**/api/limits', (route) => route.fulfill({ json: rows }));
    await page
      .getByRole('link', { name: /^At risk/ })
      .getByText('open orders 93 %')
      .waitFor();
    for (const width of WIDTHS.filter((one) => one > 640)) {
      await resize(page, width);
      const lines = `(() => { const text = document.createRange(); text.selectNodeContents(document.querySelector('.v.call b')); return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size; })()`;
      expect([width, await page.evaluate(lines)]).toEqual([width, 1]);
    }
    expect(await faultsOf(page)).toEqual({});
  });

  it('a message covers no button of a row', async (context) => {
    const { page } = await demo.open(context, { viewport: { width: 1440, height: 500 } });
    await goTo(page, 'orders');
    await page.locator('.press .hold').first().waitFor();
    await page
      .getByRole('button', { name: /^Copy command/ })
      .first()
      .click();
    await page.locator('.toast').waitFor();
    for (const width of WIDTHS.filter((one) => one > 640)) {
      await resize(page, width);
      const covered = `(() => { const { right } = document.querySelector('.toasts').getBoundingClientRect(); return [...document.querySelectorAll('.press :is(a, button)')].filter((one) => one.getBoundingClientRect().left < right).length; })()`;
      expect([width, await page.evaluate(covered)]).toEqual([width, 0]);
    }
  });
});

describe('while everything is halted', () => {
  it('the words of the banner have its width, and its button a line of its own on a telephone', async (context) => {
    expect(await sluice(['kill', '--keep-orders', '--yes', '--state', demo.state])).toMatchObject({ code: 0 });
    const { page } = await openTab(context, { viewport: { width: 360, height: 740 } });
    await page.goto(await demo.link());
    await alive(page, 'Halted');
    const [banner, words] = await page.evaluate<readonly number[]>(
      `['.banner', '.banner p'].map((one) => document.querySelector(one).getBoundingClientRect().width)`,
    );
    expect(words! / banner!).toBeGreaterThan(0.75);
    expect(await boxFaults(page)).toEqual([]);
  });
});
