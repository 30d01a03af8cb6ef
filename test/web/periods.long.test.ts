import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoOverflow } from './browser.ts';
import { DemoDashboard, goTo } from './demoDashboard.ts';

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

const LOOKS = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['on a telephone', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
  ['on a dark telephone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const;

describe('profit by period', () => {
  it.for(LOOKS)('is shown %s by day, week and month, of all strategies and of one, with the command', async ([, options], context) => {
    const { page, faults } = await demo.open(context, options);
    await goTo(page, 'strategies');
    const panel = page.getByRole('region', { name: 'Profit by day' });
    const table = panel.getByRole('table', { name: 'Profit by day, newest first' });
    const rows = table.locator('tr[data-row]');
    await rows.filter({ hasText: 'btc-maker' }).waitFor();
    await panel.getByText(/^in all [+-][\d.]+ EUR; realised [+-][\d.]+ EUR$/).waitFor();
    await panel.getByRole('button', { name: 'Copy command: sluice profit --by day --since 30d' }).waitFor();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await panel.getByRole('combobox', { name: /^Strategy/ }).selectOption('eth-grid');
    await panel.getByRole('button', { name: 'Copy command: sluice profit --by day --since 30d --strategy eth-grid' }).waitFor();
    await rows.filter({ hasText: 'btc-maker' }).waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'month', exact: true }).click();
    const months = page.getByRole('region', { name: 'Profit by month' });
    await months.getByRole('combobox', { name: /^Strategy/ }).selectOption('');
    const month = months
      .getByRole('table', { name: 'Profit by month, newest first' })
      .locator('tr[data-row]')
      .filter({ hasText: 'btc-maker' });
    await month.getByText(/^\d{4}-\d{2}-01$/).waitFor();
    expect(faults).toEqual([]);
  });
});
