import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { dec } from '../../src/base/decimal.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { endAll, sluice, start, startSimulator } from '../cli/processes.ts';
import { filledTreasury } from '../control/filledTreasury.ts';
import { recordMarket } from '../research/backtest/recordMarket.ts';
import { until } from '../until.ts';
import { closeBrowser, openTab } from './browser.ts';
import { alive } from './demoDashboard.ts';

/** Takes the pictures of the documents from a demo that has traded for a while: `npm run pictures`, or some of them by their names. */
const PICTURES = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const FILLS = 60;
const PATIENCE_MS = 120_000;
const MINUTES = 15;
const folder = join(tmpdir(), `sluice-pictures-${process.pid}`);
const state = join(folder, 'state');
const runs = join(folder, 'runs');
const configOf = (name: string): string => fileURLToPath(new URL(`../../config/${name}.yaml`, import.meta.url));

const isTraded = async (page: Page): Promise<void> => {
  await page.locator('main canvas').first().waitFor();
  await page.locator('.badge').filter({ hasText: 'open' }).first().waitFor();
};
const isBookThere = async (page: Page): Promise<void> => {
  await page.locator('.price-chart canvas').first().waitFor();
  await page.locator('.book tr.ask').first().waitFor();
};
const hasRows = (page: Page): Promise<void> => page.locator('main tr[data-row]').first().waitFor();
/** The story of the newest execution. What has just happened is there within some seconds. */
const isTold = async (page: Page): Promise<void> => {
  await page.evaluate(`location.hash = '#/fills'`);
  await page.locator('main tr[data-row]').last().getByRole('link', { name: /^Why/ }).click();
  await until(async () => {
    const again = page.getByRole('button', { name: 'Look again' });
    if (await again.isEnabled()) await again.click();
    return (await page.locator('.badge', { hasText: 'fill' }).count()) > 0;
  });
};
const isRunThere = async (page: Page): Promise<void> => {
  await page.locator('main tr[data-row] th a').first().click();
  await page.locator('main canvas').first().waitFor();
  await page.getByRole('table', { name: 'Figures' }).waitFor();
};
const shows =
  (text: string) =>
  (page: Page): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

/** Wide enough for the rail to stand beside the page. */
const WIDE = { width: 1360, height: 860 };
const LOW = { width: 1360, height: 640 };

const SHOWN = [
  ['overview', 'dark', WIDE, isTraded],
  ['market', 'light', WIDE, isBookThere],
  ['overview-telephone', 'light', { width: 360, height: 720 }, isTraded],
  ['orders', 'light', LOW, hasRows],
  ['fills', 'dark', LOW, hasRows],
  ['refusals', 'light', LOW, hasRows],
  ['unresolved', 'dark', LOW, shows('Unknown outcomes')],
  ['why', 'light', WIDE, isTold],
  ['strategies', 'dark', WIDE, hasRows],
  ['research', 'light', WIDE, isRunThere],
  ['treasury', 'light', WIDE, shows('waits for signatures')],
  ['payments', 'dark', WIDE, shows('order-2')],
  ['events', 'light', LOW, shows('filled')],
  ['health', 'dark', WIDE, shows('Journal commit, p99')],
  // The last one: its faults would be seen on the others.
  ['simulator', 'light', WIDE, shows('lossy is on')],
] as const;

const wanted: readonly string[] = process.argv.slice(2);
const venue = await startSimulator();

/** Somebody asks for 100 EUR in USDT, and a part of it is paid. */
async function pay(order: string, percent: number): Promise<void> {
  const terms = ['--amount', '100', '--to', 'EUR', '--from', 'USDT', '--network', 'ETH', '--order', order];
  const { stdout } = await sluice(['pay', 'intents', 'create', ...terms, '--yes', '-o', 'json', '--state', state], venue.processing);
  const { id, payAmount } = JSON.parse(stdout) as { readonly id: string; readonly payAmount: string };
  const { url, token } = venue.control;
  await fetch(`${url}/control/v1/payments/${id}/deposits`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: Number(dec(payAmount).times(percent).div(100).toDecimalPlaces(6).toFixed()) }),
  });
}

/** A backtest over a market of some minutes, for the page that shows one. */
async function makeRun(): Promise<void> {
  for (const symbol of ['BTC/EUR', 'ETH/EUR', 'SOL/EUR']) await recordMarket(join(folder, 'data'), symbol, MINUTES * 60);
  const { code, stderr } = await sluice([
    'backtest',
    configOf('backtest'),
    '--data',
    join(folder, 'data'),
    '--runs',
    runs,
    '--no-checks',
    '--no-warm-up',
  ]);
  if (code !== 0) throw new Error(stderr);
}

mkdirSync(folder, { recursive: true, mode: 0o700 });
await makeRun();
writeFileSync(join(folder, 'demo.yaml'), `${readFileSync(configOf('demo'), 'utf8')}\nbacktest: { runs: ${runs} }\n`);
const daemon = start(['run', join(folder, 'demo.yaml'), '--state', state], venue.processing);
try {
  mkdirSync(PICTURES, { recursive: true });
  await until(() => (daemon.stderr() + daemon.stdout()).split(': filled ').length > FILLS);
  await filledTreasury(join(state, 'treasury.sqlite'), systemClock.now());
  await pay('order-1', 100);
  await pay('order-2', 50);
  for (const [name, colorScheme, viewport, isReady] of SHOWN.filter(([one]) => wanted.length === 0 || wanted.includes(one))) {
    if (name === 'simulator') await sluice(['simulator', 'faults', 'lossy', '--state', state]);
    let close = async (): Promise<void> => undefined;
    const skip = (why: string): never => {
      throw new Error(why);
    };
    const { page } = await openTab({ skip, onTestFinished: (end) => (close = end) }, { colorScheme, viewport });
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto((await sluice(['dashboard', '--state', state])).stdout.trim());
    await page.evaluate(`location.hash = '#/${name.split('-')[0]!}'`);
    await alive(page, 'Running');
    await page.getByText('1 unknown, 2 to look at').first().waitFor({ state: 'attached' });
    await isReady(page);
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
    await close();
  }
} finally {
  await closeBrowser();
  daemon.kill('SIGTERM');
  await daemon.ended;
  await venue.stop();
  await endAll();
  rmSync(folder, { recursive: true, force: true });
}
