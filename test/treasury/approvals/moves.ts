import fc from 'fast-check';
import { dec, type Decimal } from '../../../src/base/decimal.ts';
import type { Beneficiary, Destination, Move, MoveRow } from '../../../src/model/move.ts';
import { anyCharacter } from '../../anyCharacter.ts';

/** Any text, with what is easily mixed up: blanks, marks that can't be seen, backslashes, texts that look like others. */
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.constantFrom('', ' ', '\\', '\\n', '\n', '\u202e', '\\u202e', 'null', '\\empty', '"', 'ä', 'a\u0308', '\ud800'),
);
const option = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

const amount: fc.Arbitrary<Decimal> = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, places]) => dec(units).div(dec(10).pow(places)));

const destination: fc.Arbitrary<Destination> = fc.record({ currency: text, network: text, address: text, tag: option(text) });

const beneficiary: fc.Arbitrary<Beneficiary> = fc.record({ firstName: text, lastName: text, countryOfBirthCode: text, dateOfBirth: text });

const row: fc.Arbitrary<MoveRow> = fc.record({
  reference: text,
  currency: text,
  amount,
  destination: option(destination),
  to: option(text),
  target: option(text),
  fiat: option(fc.record({ amount, currency: text })),
  feeMode: fc.constantFrom('default', 'net', 'gross'),
  beneficiary: option(beneficiary),
  note: option(text),
});

const instant = fc.integer({ min: 0, max: 4_102_444_800_000 });

export const anyMove: fc.Arbitrary<Move> = fc.record({
  id: text,
  kind: fc.constantFrom('withdrawal', 'batch', 'payout', 'refund', 'conversion'),
  rows: fc.array(row, { maxLength: 3 }),
  initiator: text,
  createdAt: instant,
  policyVersion: fc.nat(),
  expiresAt: option(instant),
});

/** A withdrawal as people make it. */
export function aMove(change: Partial<Move> = {}): Move {
  return {
    id: 'W-01J000000000000000000000AA',
    kind: 'withdrawal',
    rows: [aRow()],
    initiator: 'anna',
    createdAt: Date.parse('2026-11-23T09:00:00Z'),
    policyVersion: 3,
    expiresAt: Date.parse('2026-11-24T09:00:00Z'),
    ...change,
  };
}

export function aRow(change: Partial<MoveRow> = {}): MoveRow {
  return {
    reference: '01J000000000000000000000AB',
    currency: 'BTC',
    amount: dec('0.50'),
    destination: { currency: 'BTC', network: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', tag: undefined },
    to: 'cold storage',
    target: undefined,
    fiat: undefined,
    feeMode: 'default',
    beneficiary: undefined,
    note: 'November',
    ...change,
  };
}
