import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endAll, sluice, start } from '../cli/processes.ts';
import { until } from '../until.ts';
import { closeBrowser, openTab } from './browser.ts';

/** Takes the pictures of the documents from a demo that has traded for a while: `npm run pictures`. */
const PICTURES = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const FILLS = 120;
const state = join(tmpdir(), `sluice-pictures-${process.pid}`);

const SHOWN = [
  ['overview', 'dark', { width: 1280, height: 860 }],
  ['market', 'light', { width: 1180, height: 690 }],
  ['overview-telephone', 'light', { width: 360, height: 720 }],
] as const;

const daemon = start(['run', '--state', state]);
try {
  mkdirSync(PICTURES, { recursive: true });
  await until(() => (daemon.stderr() + daemon.stdout()).split(': filled ').length > FILLS);
  for (const [name, colorScheme, viewport] of SHOWN) {
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
    await page.locator('main canvas').first().waitFor();
    await page.locator('.badge').filter({ hasText: 'open' }).first().waitFor();
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }
} finally {
  await closeBrowser();
  daemon.kill('SIGTERM');
  await daemon.ended;
  await endAll();
  rmSync(state, { recursive: true, force: true });
}
