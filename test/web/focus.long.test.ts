import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sluice } from '../cli/processes.ts';
import { until } from '../until.ts';
import { openTab } from './browser.ts';
import { alive, DemoDashboard, goTo, hold } from './demoDashboard.ts';

const demo = new DemoDashboard();
beforeAll(() => demo.start());
afterAll(() => demo.end());

const focused = (page: Page): Promise<string> => page.evaluate<string>(`document.activeElement.tagName + ' ' + document.activeElement.id`);

it('Escape in Stop leaves the focus on its button', async (context) => {
  const { page } = await demo.open(context);
  await page.keyboard.press('Shift+S');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.getByText('Hold: no new orders').waitFor({ state: 'hidden' });
  expect(await focused(page)).toBe('SUMMARY stop');
});

it('a choice with the focus shows its whole ring', async (context) => {
  const { page } = await demo.open(context);
  const choice = page.getByRole('button', { name: 'today', exact: true });
  await choice.focus();
  await page.keyboard.press('Shift+Tab');
  const offset = await page.evaluate<string>(`getComputedStyle(document.activeElement).outlineOffset`);
  expect(offset).toBe('-2px');
});

it('an order that is canceled by the keyboard leaves the focus in its table', async (context) => {
  const order = ['--symbol', 'ETH/EUR', '--side', 'Buy', '--amount', '0.05', '--price', '2070'];
  const { code, stderr } = await sluice(['orders', 'place', ...order, '--yes', '--state', demo.state]);
  expect(code, stderr).toBe(0);
  const { page } = await openTab(context);
  await page.clock.install();
  await page.goto(await demo.link());
  await alive(page, 'Running');
  await goTo(page, 'orders');
  const button = page.locator('tr[data-row]').filter({ hasText: '2,070' }).getByRole('button', { name: 'Hold to cancel Buy' });
  await hold(page, button, 1600);
  await page.getByText(/The cancel of \d+ was sent/).waitFor();
  await until(async () => (await page.evaluate(`document.activeElement.matches('tr[data-row]')`)) === true);
});
