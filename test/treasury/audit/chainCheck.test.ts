import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditRow } from '../../../src/model/audit.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { auditRowAfter } from '../../../src/store/auditChain.ts';
import { openTreasuryStore } from '../../../src/store/treasuryStore.ts';
import { type Anchor, anchorOf } from '../../../src/treasury/audit/anchorFile.ts';
import { ChainCheck } from '../../../src/treasury/audit/chainCheck.ts';
import { AT, auditRows } from './rows.ts';

const rows = auditRows(9);
const head = anchorOf(rows.at(-1)!, AT);

function problems(list: readonly AuditRow[], anchors: readonly Anchor[] = [head]): string[] {
  const check = new ChainCheck(anchors);
  for (const row of list) check.add(row);
  return check.end().map(({ problem }) => problem);
}

/** The rows from a place on, chained anew with right hashes: what somebody would do who knows how. */
function forged(list: readonly AuditRow[], from: number, change: Partial<AuditRow>): AuditRow[] {
  const kept = list.slice(0, from);
  for (const [i, row] of list.slice(from).entries()) kept.push(auditRowAfter(kept.at(-1), row.at, i === 0 ? { ...row, ...change } : row));
  return kept;
}

describe('ChainCheck', () => {
  it('has nothing against a whole log, an empty one, and one that has grown since it was anchored', () => {
    expect(problems(rows)).toEqual([]);
    expect(problems([], [])).toEqual([]);
    expect(problems([...rows, auditRowAfter(rows.at(-1), AT, rows[0]!)])).toEqual([]);
    const check = new ChainCheck([]);
    for (const row of rows) check.add(row);
    expect([check.count, check.head]).toEqual([9, rows[8]]);
  });

  it.each<[string, AuditRow[], string[]]>([
    ['an edited row', rows.with(3, { ...rows[3]!, who: 'bert' }), ['row 4 was changed: what stands in it does not have its hash']],
    ['a missing row', rows.toSpliced(3, 1), ['row 4 is missing']],
    ['several missing rows', rows.toSpliced(3, 3), ['rows 4 to 6 are missing']],
    ['a missing beginning', rows.slice(2), ['rows 1 to 2 are missing']],
    [
      'swapped rows',
      rows.with(3, rows[4]!).with(4, rows[3]!),
      ['row 4 is missing', 'row 4 stands after row 5: it was inserted or moved', 'row 5 is missing'],
    ],
    ['a row twice', rows.toSpliced(4, 0, rows[3]!), ['row 4 stands after row 4: it was inserted or moved']],
    [
      'an edited row with its own hash',
      [...rows.slice(0, 3), forged(rows, 3, { after: 'x' })[3]!, ...rows.slice(4)],
      ['row 5 does not follow row 4: one of the two was written anew'],
    ],
    [
      'an inserted row',
      [...rows.slice(0, 4), auditRowAfter(rows[3], AT, rows[0]!), ...rows.slice(4)],
      ['row 5 stands after row 5: it was inserted or moved'],
    ],
    ['a cut-off end', rows.slice(0, 7), ['the log ends with row 7, and row 9 was anchored on 2026-11-23: its end was cut off']],
    ['nothing left', [], ['the log ends with row 0, and row 9 was anchored on 2026-11-23: its end was cut off']],
    [
      'a log that was written anew from a row on',
      forged(rows, 3, { after: 'x' }),
      ['row 9 is not the one that was anchored on 2026-11-23'],
    ],
    [
      'a first row of another log',
      [{ ...rows[0]!, previous: 'ab'.repeat(32) }],
      ['row 1 follows another row', 'row 1 was changed', 'the log ends with row 1'],
    ],
  ])('finds %s, and names it', (_name, list, expected) => {
    const found = problems(list);
    expect(found).toHaveLength(expected.length);
    for (const [i, words] of expected.entries()) expect(found[i]).toContain(words);
  });

  it('finds any change of one character of any column, and names the row', () => {
    const seqs = fc.nat({ max: 8 });
    const columns = fc.constantFrom<(keyof AuditRow)[]>(...(Object.keys(rows[0]!) as (keyof AuditRow)[]));
    fc.assert(
      fc.property(seqs, columns, fc.nat(), fc.nat({ max: 7 }), (place, column, at, bit) => {
        const changed = flipped(rows[place]!, column, at, bit);
        const found = new ChainCheck([head]);
        for (const row of rows.with(place, changed)) found.add(row);
        expect(found.end().length).toBeGreaterThan(0);
        expect(Math.abs(found.problems[0]!.seq - (place + 1))).toBeLessThanOrEqual(column === 'seq' ? 2 ** 53 : 1);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(['', 'a\0b', 'half \ud800 a character', '\ufeffx', 'e\u0301', '\u{1f600}'])(
    'holds for a row with the text %j, read back from the store',
    async (text) => {
      const store = await openTreasuryStore({ path: ':memory:', clock: new VirtualClock(AT) });
      await store.note(AT, { who: text, what: text, subject: text, before: text, after: text, evidence: text });
      const kept = await store.auditRows(0, 10);
      await store.close();
      expect(kept).toHaveLength(1);
      expect(problems(kept, [])).toEqual([]);
    },
  );

  it('finds any set of rows that is taken out, and any other order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: 0 }), (some) => {
        const isWhole = some.length === rows.length && some.every((row, i) => row === rows[i]);
        expect(problems(some).length === 0).toBe(isWhole);
      }),
    );
  });
});

/** One bit of a text's UTF-16, or of a number, is changed. An empty text gets a character. */
function flipped(row: AuditRow, column: keyof AuditRow, at: number, bit: number): AuditRow {
  const value = row[column];
  if (typeof value === 'number') return { ...row, [column]: value ^ (1 << bit) };
  if (value === '') return { ...row, [column]: String.fromCharCode(1 << bit) };
  const place = at % value.length;
  const code = String.fromCharCode(value.charCodeAt(place) ^ (1 << bit));
  return { ...row, [column]: value.slice(0, place) + code + value.slice(place + 1) };
}
