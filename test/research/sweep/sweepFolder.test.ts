import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sweepFolder } from '../../../src/research/sweep/sweepFolder.ts';
import { SweepJournal } from '../../../src/research/sweep/sweepJournal.ts';

const folder = mkdtempSync(join(tmpdir(), 'sweep-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('has begun once there is a run: one that ended before, at a queue that took no password, is begun again without a question', () => {
  const { hasBegun, journal } = sweepFolder(folder, 'a');
  expect(hasBegun, 'nothing is there').toBe(false);
  new SweepJournal(journal, 'a').close();
  expect(sweepFolder(folder, 'a').hasBegun, 'a head and no more').toBe(false);
  appendFileSync(journal, '{"key"');
  expect(sweepFolder(folder, 'a').hasBegun, 'a run, if half of it').toBe(true);
});

it('has begun where its journal can not be told from one with runs', () => {
  const { journal } = sweepFolder(folder, 'b');
  writeFileSync(journal, 'x'.repeat(10_000));
  expect(sweepFolder(folder, 'b').hasBegun).toBe(true);
});
