import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PartRows } from '../../../src/cli/analytics/partRows.ts';
import { makeFolder } from '../../../src/recording/makeFolder.ts';
import { temporaryFolder } from '../temporaryFolder.ts';

const folder = temporaryFolder();
const place = folder.path('rows');
beforeAll(() => makeFolder(place));
afterAll(() => folder.remove());

const opened = (): PartRows => new PartRows(join(place, 'fills.partial'));

describe('PartRows', () => {
  it('gives the rows of each part in the order in which they came, with all kinds of values', () => {
    const rows = opened();
    rows.add('b', ['1', 2n ** 100n, 0.5, undefined]);
    rows.add('a', ['2']);
    rows.add('b', ['3', -1n]);
    expect(rows.parts()).toEqual(['a', 'b']);
    expect([...rows.rows('b')]).toEqual([
      ['1', 2n ** 100n, 0.5, undefined],
      ['3', -1n],
    ]);
    expect([...rows.rows('c')]).toEqual([]);
    rows.close();
  });

  it('does the same with more rows than stay in memory, and leaves no file', () => {
    const rows = opened();
    const COUNT = 65_000;
    for (let i = 0; i < COUNT; i++) rows.add(`part-${i % 3}`, [BigInt(i), String(i), undefined]);
    expect(readdirSync(place)).toEqual([]);
    for (const [from, part] of rows.parts().entries()) {
      let next = from;
      for (const row of rows.rows(part)) {
        if (row[0] !== BigInt(next) || row[1] !== String(next) || row.length !== 3)
          expect(row).toEqual([BigInt(next), String(next), undefined]);
        next += 3;
      }
      expect(next).toBeGreaterThanOrEqual(COUNT);
    }
    rows.close();
    expect(readdirSync(place)).toEqual([]);
  });

  it('makes no file for few rows, and fails where none can be made', () => {
    const rows = new PartRows(folder.path('nowhere/fills.partial'));
    for (let i = 0; i < 19_999; i++) rows.add('a', [i]);
    expect(statSync(folder.path('nowhere'), { throwIfNoEntry: false })).toBeUndefined();
    expect(() => rows.add('a', [0])).toThrow('ENOENT');
    rows.close();
  });
});
