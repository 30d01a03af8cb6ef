import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { Move } from '../../../src/model/move.ts';
import { canonicalMove, hashOf, moveOfCanonical } from '../../../src/treasury/approvals/canonicalMove.ts';
import { aMove, anyMove, aRow } from './moves.ts';

const hash = (move: Move): string => hashOf(canonicalMove(move));

describe('canonicalMove', () => {
  it('is this text, byte for byte', () => {
    expect(canonicalMove(aMove())).toBe(
      '{"form":"sluice move v1","id":"W-01J000000000000000000000AA","kind":"withdrawal","initiator":"anna",' +
        '"createdAt":"2026-11-23T09:00:00.000Z","expiresAt":"2026-11-24T09:00:00.000Z","policyVersion":3,' +
        '"rows":[{"reference":"01J000000000000000000000AB","currency":"BTC","amount":"0.5",' +
        '"destination":{"currency":"BTC","network":"BTC","address":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4","tag":null},' +
        '"to":"cold storage","target":null,"fiat":null,"feeMode":"default","beneficiary":null,"note":"November"}]}',
    );
  });

  it('has the limits of a conversion in it, and nothing of them for any other row', () => {
    const row = aRow({ destination: undefined, to: undefined, target: 'EUR', conversion: { exact: 'from', toAmount: dec('40000') } });
    const move = aMove({ kind: 'conversion', rows: [row] });
    expect(canonicalMove(move)).toContain('"conversion":{"exact":"from","toAmount":"40000"}}]}');
    expect(moveOfCanonical(canonicalMove(move))).toEqual(move);
    const other = aMove({ kind: 'conversion', rows: [{ ...row, conversion: { exact: 'from', toAmount: dec('39999') } }] });
    expect(hash(other)).not.toBe(hash(move));
  });

  it('does not depend on how an amount was written, or on the order of members', () => {
    expect(canonicalMove(aMove({ rows: [aRow({ amount: dec('.5000') })] }))).toBe(canonicalMove(aMove()));
    const { rows, ...rest } = aMove();
    expect(canonicalMove({ rows, ...rest })).toBe(canonicalMove(aMove()));
  });

  it('writes amounts in plain digits, however small or large', () => {
    const text = canonicalMove(aMove({ rows: [aRow({ amount: dec('1e-18') }), aRow({ amount: dec('123456789012345678901234567890') })] }));
    expect(text).toContain('"amount":"0.000000000000000001"');
    expect(text).toContain('"amount":"123456789012345678901234567890"');
  });

  it('does not change with what becomes of the move', () => {
    const record = { ...aMove(), state: 'sent', rule: 'small', evidence: 'x', changedAt: 5, progress: [] } as const;
    expect(canonicalMove(record)).toBe(canonicalMove(aMove()));
  });

  it('gives the same move back', () => {
    fc.assert(
      fc.property(anyMove, (move) => {
        expect(moveOfCanonical(canonicalMove(move))).toEqual(move);
      }),
    );
  });

  it('is the same for two moves only when they are the same', () => {
    fc.assert(
      fc.property(anyMove, anyMove, (a, b) => {
        expect(canonicalMove(a) === canonicalMove(b)).toBe(isSame(a, b));
      }),
    );
  });

  it('has another hash after any change of any member', () => {
    fc.assert(
      fc.property(anyMove, anyMove, fc.nat(), (move, other, choice) => {
        const changes = changesOf(move, other);
        const changed = changes[choice % changes.length]!;
        expect(hash(changed) === hash(move)).toBe(isSame(changed, move));
      }),
    );
  });
});

describe('moveOfCanonical', () => {
  it('takes no text of which a byte was changed, unless it is that of another move', () => {
    const text = canonicalMove(aMove());
    for (let at = 0; at < text.length; at++) {
      const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      const read = readable(changed);
      if (read !== undefined) expect(hash(read)).not.toBe(hashOf(text));
      if (read !== undefined) expect(canonicalMove(read)).toBe(changed);
    }
  });

  const text = canonicalMove(aMove());
  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['null', 'null'],
    ['a blank more', `${text} `],
    ['another form', text.replace('move v1', 'move v2')],
    ['a member more', text.replace('{"form"', '{"more":1,"form"')],
    ['a member less', text.replace(',"note":"November"', '')],
    ['a member twice', text.replace('"note":"November"', '"note":"x","note":"November"')],
    ['another order', text.replace('"target":null,"fiat":null', '"fiat":null,"target":null')],
    ['an amount with a zero more', text.replace('"0.5"', '"0.50"')],
    ['an amount with an exponent', text.replace('"0.5"', '"5e-1"')],
    ['an amount that is a number', text.replace('"0.5"', '0.5')],
    ['no amount', text.replace('"0.5"', '"NaN"')],
    ['another time zone', text.replace('09:00:00.000Z', '09:00:00.000+00:00')],
    ['no time', text.replace('2026-11-23T', 'yesterday')],
    ['a number of rows', text.replace(/"rows":.*/, '"rows":1}')],
    ['a kind that there is not', text.replace('"withdrawal"', '"gift"')],
    ['a version that is no whole number', text.replace('"policyVersion":3', '"policyVersion":3.5')],
    ['letters that are written out', text.replace('"anna"', String.raw`"\u0061nna"`)],
  ])('refuses %s', (_name, wrong) => {
    expect(() => moveOfCanonical(wrong)).toThrow('not the canonical content of a move');
  });
});

function readable(text: string): Move | undefined {
  try {
    return moveOfCanonical(text);
  } catch {
    return undefined;
  }
}

/** The move with one member, of the move or of a row, taken from another move. */
function changesOf(move: Move, other: Move): Move[] {
  const keys = Object.keys(move) as (keyof Move)[];
  const swapped = keys.map((key) => ({ ...move, [key]: other[key] }));
  const donor = other.rows[0] ?? aRow();
  const inRows = move.rows.flatMap((row, place) =>
    (Object.keys(row) as (keyof typeof row)[]).map((key) => ({ ...move, rows: move.rows.with(place, { ...row, [key]: donor[key] }) })),
  );
  const ordered = { ...move, rows: move.rows.toReversed() };
  return [...swapped, ...inRows, ordered, { ...move, rows: [...move.rows, donor] }, { ...move, rows: move.rows.slice(1) }];
}

/** By a way that has nothing to do with the text. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return Object.is(a, b);
  if ('eq' in a && 'eq' in b) return (a as { eq(other: unknown): boolean }).eq(b);
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => isSame((a as never)[key], (b as never)[key]));
}
