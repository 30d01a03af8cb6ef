import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine } from '../../../src/base/plainText.ts';
import { canonicalMove } from '../../../src/treasury/approvals/canonicalMove.ts';
import { shownContent } from '../../../src/treasury/approvals/shownContent.ts';
import { aMove, anyMove, aRow } from './moves.ts';

describe('shownContent', () => {
  it('shows a withdrawal whole', () => {
    expect(shownContent(canonicalMove(aMove()))).toEqual({
      facts: [
        ['form', 'sluice move v1'],
        ['id', 'W-01J000000000000000000000AA'],
        ['kind', 'withdrawal'],
        ['initiator', 'anna'],
        ['createdAt', '2026-11-23T09:00:00.000Z'],
        ['expiresAt', '2026-11-24T09:00:00.000Z'],
        ['policyVersion', '3'],
      ],
      rows: [
        [
          ['reference', '01J000000000000000000000AB'],
          ['currency', 'BTC'],
          ['amount', '0.5'],
          ['destination.currency', 'BTC'],
          ['destination.network', 'BTC'],
          ['destination.address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
          ['to', 'cold storage'],
          ['feeMode', 'default'],
          ['note', 'November'],
        ],
      ],
      notGiven: ['destination.tag', 'target', 'fiat', 'beneficiary'],
    });
  });

  it('gives each row the same members, empty where a row has none', () => {
    const { rows, notGiven } = shownContent(canonicalMove(aMove({ rows: [aRow({ note: undefined }), aRow({ destination: undefined })] })));
    expect(rows.map((row) => row.map(([name]) => name))).toEqual([rows[0]!.map(([name]) => name), rows[0]!.map(([name]) => name)]);
    expect(rows.map((row) => Object.fromEntries(row)['note'])).toEqual(['', 'November']);
    expect(rows.map((row) => Object.fromEntries(row)['destination.address'])).toEqual([aRow().destination!.address, '']);
    expect(notGiven).toEqual(['destination.tag', 'target', 'fiat', 'beneficiary']);
  });

  it('writes out what can not be seen, and keeps it apart from what is written so', () => {
    const noteOf = (note: string): string =>
      Object.fromEntries(shownContent(canonicalMove(aMove({ rows: [aRow({ note })] }))).rows[0]!)['note']!;
    expect(noteOf('pay\u202eme\nnow')).toBe(String.raw`pay\u202eme\nnow`);
    expect(noteOf(String.raw`pay\u202eme\nnow`)).toBe(String.raw`pay\\u202eme\\nnow`);
    expect(noteOf('')).toBe(String.raw`\empty`);
  });

  it('is the same for two moves only when their texts are the same, also as a terminal shows it', () => {
    const shown = (text: string): string =>
      JSON.stringify(shownContent(text), (_key, value: unknown) => (typeof value === 'string' ? plainLine(value) : value));
    fc.assert(
      fc.property(anyMove, anyMove, fc.nat(), (a, b, choice) => {
        const keys = Object.keys(a) as (keyof typeof a)[];
        const key = keys[choice % keys.length]!;
        const [text, other] = [canonicalMove(a), canonicalMove({ ...a, [key]: b[key] })];
        expect(shown(text) === shown(other)).toBe(text === other);
      }),
    );
  });
});
