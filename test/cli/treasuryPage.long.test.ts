import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { endAll, startProcess } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const BIN = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));
const page = readFileSync(new URL('../../docs/treasury.md', import.meta.url), 'utf8');

const folder = temporaryFolder();
afterAll(async () => {
  await endAll();
  folder.remove();
});

it('the first steps of docs/treasury.md work as they are pasted', async () => {
  const [, block] = /^## First steps\n[^]*?^```sh\n([^]*?)^```/m.exec(page) ?? [];
  const script = block!.replaceAll('npx sluice', `"${process.execPath}" "${BIN}"`);
  writeFileSync(folder.path('steps.sh'), script);
  // As a shell that a person types into (-m: with jobs), but one that ends at the first mistake (-e).
  const steps = startProcess('bash', ['-em', folder.path('steps.sh')], { PATH: process.env['PATH'] ?? '' }, folder.path('.'));
  const { code, stdout, stderr } = await steps.ended;
  expect(code, stderr).toBe(0);
  const listed = stdout.slice(stdout.lastIndexOf('ID '));
  expect(listed.match(/withdrawal +1 +0\.00[58] BTC +cold-1 +completed +anna/g), stdout).toHaveLength(2);
  expect(listed).toContain('the other one looks at it');
});
