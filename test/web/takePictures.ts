import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { dec } from '../../src/base/decimal.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { endAll, sluice, start, startSimulator } from '../cli/processes.ts';
import { filledTreasury } from '../control/filledTreasury.ts';
import { until } from '../until.ts';
import { closeBrowser, openTab } from './browser.ts';

/** Takes the pictures of the documents from a demo that has traded for a while: `npm run pictures`. */
const PICTURES = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const FILLS = 120;
const state = join(tmpdir(), `sluice-pictures-${process.pid}`);

const isTraded = async (page: Page): Promise<void> => {
  await page.locator('main canvas').first().waitFor();
  await page.locator('.badge').filter({ hasText: 'open' }).first().waitFor();
};
const shows =
  (text: string) =>
  (page: Page): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

const SHOWN = [
  ['overview', 'dark', { width: 1280, height: 860 }, isTraded],
  ['market', 'light', { width: 1180, height: 690 }, isTraded],
  ['overview-telephone', 'light', { width: 360, height: 720 }, isTraded],
  ['treasury', 'light', { width: 1280, height: 860 }, shows('waits for signatures')],
  ['payments', 'dark', { width: 1280, height: 700 }, shows('order-2')],
  // The last one: its faults would be seen on the others.
  ['simulator', 'light', { width: 1280, height: 860 }, shows('lossy is on')],
] as const;

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

const daemon = start(['run', '--state', state], venue.processing);
try {
  mkdirSync(PICTURES, { recursive: true });
  await until(() => (daemon.stderr() + daemon.stdout()).split(': filled ').length > FILLS);
  await filledTreasury(join(state, 'treasury.sqlite'), systemClock.now());
  await pay('order-1', 100);
  await pay('order-2', 50);
  for (const [name, colorScheme, viewport, isReady] of SHOWN) {
    if (name === 'simulator') await sluice(['simulator', 'faults', 'lossy', '--state', state]);
    const { page } = await openTab(
      {
        skip: (why) => {
          throw new Error(why);
        },
      },
      { colorScheme, viewport },
    );
    await page.goto((await sluice(['dashboard', '--state', state])).stdout.trim());
    await page.evaluate(`location.hash = '#/${name.split('-')[0]!}'`);
    await isReady(page);
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }
} finally {
  await closeBrowser();
  daemon.kill('SIGTERM');
  await daemon.ended;
  await venue.stop();
  await endAll();
  rmSync(state, { recursive: true, force: true });
}
