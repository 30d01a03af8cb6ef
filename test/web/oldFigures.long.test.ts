import type { Page } from 'playwright-core';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endAll, type Env, sluice, start, startSimulator } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { type UnreliableProxy, unreliableProxy } from '../cli/unreliableProxy.ts';
import { until } from '../until.ts';
import { boxFaults } from './boxFaults.ts';
import { closeBrowser, expectAccessible, openTab } from './browser.ts';
import { alive, buildPage, goTo } from './demoDashboard.ts';

const CONFIG = `mode: demo
dashboard: { port: 0 }
risk: { maxDailyLoss: 2000 EUR, maxExposure: 20000 EUR, staleAfter: 15s }
strategies: { maker: { use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 1, size: 0.01 } } }
`;

const folder = temporaryFolder();
let proxy: UnreliableProxy;
let at: Env;

beforeAll(async () => {
  await buildPage();
  const simulator = await startSimulator();
  proxy = await unreliableProxy(simulator.url);
  at = { ...simulator.env, SLUICE_EXCHANGE_URL: proxy.url, SLUICE_STATE: folder.path('state') };
  writeFileSync(folder.path('demo.yaml'), CONFIG);
  const daemon = start(['run', folder.path('demo.yaml')], at);
  await daemon.until('maker: filled');
});
afterAll(async () => {
  await closeBrowser();
  await endAll();
  await proxy.close();
  folder.remove();
});

/** The panels, and cells of the bar, that are marked as old. */
async function oldOnes(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate<string[]>(`[...document.querySelectorAll('.panel.past h2, .v.past .k')].map((one) => one.textContent)`);
  return found.toSorted();
}

it('while the venue does not answer, all that rests on its books and lists says so on every page, and no longer than that', async (context) => {
  const { page, faults } = await openTab(context, { viewport: { width: 1440, height: 900 } });
  await page.goto((await sluice(['dashboard'], at)).stdout.trim());
  await alive(page, 'Running');
  await page.locator('.chart canvas').first().waitFor();
  await until(async () => (await oldOnes(page)).length === 0);

  proxy.fate = () => 'lose-request';
  await alive(page, 'Stale');
  const shown: Readonly<Record<string, readonly string[]>> = {
    overview: ['Equity', 'Risk in use', 'Strategies'],
    'market/BTC%2FEUR': ['Book', 'Own orders', 'Price'],
    orders: ['Live orders'],
    strategies: ['Profit of maker', 'Strategies'],
    health: ['Risk in use'],
  };
  for (const [place, panels] of Object.entries(shown)) {
    await goTo(page, place);
    await page.locator('main .panel').first().waitFor();
    await until(async () => JSON.stringify(await oldOnes(page)) === JSON.stringify(['At risk ▲ old', ...panels]));
  }
  await page.locator('dd .age.old').nth(1).waitFor();
  await expectAccessible(page);
  await goTo(page, 'overview');
  await page.locator('td .age.old').waitFor();
  for (const width of [360, 1181, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await boxFaults(page)]).toEqual([width, []]);
  }

  proxy.fate = () => 'pass';
  await alive(page, 'Running');
  await until(async () => (await oldOnes(page)).length === 0 && (await page.locator('.age.old').count()) === 0);
  expect(faults).toEqual([]);
});
