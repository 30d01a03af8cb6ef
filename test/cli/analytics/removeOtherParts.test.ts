import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/base/instant.ts';
import { emptyPartPath, isPartPath, partPath } from '../../../src/cli/analytics/partPath.ts';
import { removeOtherParts } from '../../../src/cli/analytics/removeOtherParts.ts';
import { makeFolder } from '../../../src/recording/makeFolder.ts';
import { DAY } from '../../recording/worlds.ts';
import { temporaryFolder } from '../temporaryFolder.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function put(path: string): string {
  const file = folder.path(path);
  makeFolder(dirname(file));
  writeFileSync(file, '');
  return file;
}

it('removes the parts that are not kept with their folders, and nothing of anybody else', () => {
  const kept = partPath(DAY, 'BTC/EUR');
  const others = [partPath(DAY, 'ETH/EUR'), partPath(DAY + DAY_MS, 'BTC/EUR'), emptyPartPath(true)];
  for (const path of others) expect(existsSync(put(`fills/${path}`))).toBe(true);
  const foreign = ['notes.txt', 'mine/part.parquet', 'day=2026-11-21/notes.txt', 'day=2026-11-21/symbol=BTC%2FEUR/more/part.parquet'];
  const stay = [kept, ...foreign].map((path) => put(`fills/${path}`));
  removeOtherParts(folder.path('fills'), [kept]);
  for (const path of others) expect(existsSync(folder.path(`fills/${path}`)), path).toBe(false);
  for (const file of stay) expect(existsSync(file), file).toBe(true);
  expect(readdirSync(folder.path('fills')).toSorted()).toEqual(['day=2026-11-20', 'day=2026-11-21', 'mine', 'notes.txt']);
  expect(readdirSync(folder.path('fills/day=2026-11-20'))).toEqual(['symbol=BTC%2FEUR']);
});

it('knows its own paths', () => {
  expect(partPath(DAY + DAY_MS - 1, undefined)).toBe('day=2026-11-20/part.parquet');
  expect([partPath(DAY, undefined), partPath(DAY, '../a'), emptyPartPath(false), emptyPartPath(true)].every(isPartPath)).toBe(true);
  expect(partPath(DAY, '../a')).toBe('day=2026-11-20/symbol=..%2Fa/part.parquet');
});
