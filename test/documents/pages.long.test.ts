import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { endAll, startProcess } from '../cli/processes.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { allBlocks, ROOT } from './blocks.ts';
import { pageScript } from './pageScript.ts';
import { RUN } from './proofs.ts';

const folder = temporaryFolder();
afterAll(async () => {
  await endAll();
  folder.remove();
});

const blocks = allBlocks();
const pages = [...new Set(blocks.filter(({ place }) => RUN.has(place)).map(({ page }) => page))];

/** A folder as the page takes it for granted: configurations and examples where the checkout has them, and a key of the simulator. */
function folderOf(page: string): string {
  const own = folder.path(page.replaceAll('/', '-'));
  mkdirSync(join(own, 'home'), { recursive: true });
  cpSync(join(ROOT, 'config'), join(own, 'config'), { recursive: true });
  symlinkSync(join(ROOT, 'docs'), join(own, 'docs'));
  writeFileSync(
    join(own, 'my.yaml'),
    'mode: demo\nstrategies:\n  first: { use: maker, symbol: BTC/EUR, budget: 500 EUR, params: { spreadBps: 40, size: 0.001 } }\n',
  );
  return own;
}

it.each(pages)('%s: what it tells to do works, in its order', async (page) => {
  const own = folderOf(page);
  const needsVenue = /^docs\/(?:recording|backtesting)\.md$/.test(page);
  const script = pageScript(
    blocks.filter((block) => block.page === page),
    { needsVenue },
  );
  const bin = { NODE: process.execPath, BIN: join(ROOT, 'bin/sluice.js'), PATH: process.env['PATH'] ?? '' };
  const env = { ...bin, HOME: join(own, 'home'), SLUICE_ACCOUNTS: join(own, 'home/accounts') };
  writeFileSync(join(own, 'page.sh'), script);
  // As a shell that a person types into (-m: with jobs).
  const { code, stdout, stderr } = await startProcess('bash', ['-m', join(own, 'page.sh')], env, own).ended;
  expect(code, `${stdout}\n${stderr}`).toBe(0);
});
