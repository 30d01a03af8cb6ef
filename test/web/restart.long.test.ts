import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endAll, type Env, type Running, sluice, start, startSimulator } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { freePort } from '../freePort.ts';
import { closeBrowser, openTab } from './browser.ts';
import { alive, buildPage } from './demoDashboard.ts';

const folder = temporaryFolder();
const config = folder.path('paper.yaml');
const env: Env = { SLUICE_STATE: folder.path('state') };

beforeAll(async () => {
  await buildPage();
  const { url } = await startSimulator('--public-market');
  const port = await freePort();
  writeFileSync(
    config,
    `mode: paper\nvenue: { exchange: { url: '${url}' } }\ndashboard: { port: ${port} }\nrisk: { symbols: [BTC/EUR], staleAfter: 60s }\n`,
  );
});
afterAll(async () => {
  await closeBrowser();
  await endAll();
  folder.remove();
});

async function begin(): Promise<Running> {
  const daemon = start(['run', config, '--plain'], env);
  await daemon.until('dashboard http');
  return daemon;
}

const link = async (...options: string[]): Promise<string> => (await sluice(['dashboard', ...options], env)).stdout.trim();

/** Marks this page as it is loaded now. */
const mark = (page: Page): Promise<unknown> => page.evaluate('window.isSame = true');
const isSame = (page: Page): Promise<unknown> => page.evaluate('window.isSame');

it('a screen on a wall finds its daemon again after a crash and after an orderly restart, without a link or a reload', async (context) => {
  const first = await begin();
  const { page, faults } = await openTab(context);
  // The daemon ends before the page has all of its code.
  let isThere = false;
  await page.route('**/assets/uPlot*', (route) => (isThere ? route.continue() : route.abort()));
  await page.goto(await link('--read-only'));
  await alive(page, 'Running');
  await mark(page);

  first.kill('SIGKILL');
  await first.ended;
  await alive(page, 'No contact');
  await page.locator('.banner').getByText('may have another address, which sluice dashboard prints').waitFor();
  isThere = true;
  const second = await begin();
  await alive(page, 'Running');
  await page.locator('.chart canvas').first().waitFor();

  await sluice(['stop'], env);
  await second.ended;
  await alive(page, 'Stopped');
  await begin();
  await alive(page, 'Running');
  expect([await isSame(page), faults]).toEqual([true, []]);
  await page.getByText('read only').waitFor();

  expect(await sluice(['dashboard', '--sign-out-all'], env)).toMatchObject({ code: 0, stdout: 'closed 1 session and 0 links\n' });
  await alive(page, 'Locked');
  await page.goto(await link());
  await alive(page, 'Running');
});

it('and says so in the place of what a daemon no longer has, as after an update', async (context) => {
  const { page, faults } = await openTab(context);
  await page.route('**/assets/uPlot*', (route) => route.fulfill({ status: 404 }));
  await page.goto(await link());
  await page.locator('.chart').filter({ hasText: 'Load the dashboard again: after an update its old files are gone,' }).first().waitFor();
  expect(faults).toEqual([]);
});
