import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { IntentOutcome } from '../../src/model/journal.ts';
import { type IntentRow, intentOf } from '../../src/store/intentRow.ts';
import { assertSettlement, isResolved } from '../../src/store/settlement.ts';
import { boundOrder } from './builders.ts';

const intent = { id: 'a', kind: 'place', state: 'sending', target_id: null } as const;
const placed: IntentOutcome = { state: 'acknowledged', at: 1, order: boundOrder('7', 'a') };

test('a refused outcome says which intent, which outcome and why', () => {
  expect(() => assertSettlement({ ...intent, state: 'rejected' }, placed)).toThrow(
    "intent a (place) can't be settled as acknowledged: it is rejected",
  );
});

test('a conversion and a cancel are acknowledged without an order', () => {
  for (const kind of ['convert', 'cancel'] as const) {
    expect(() => assertSettlement({ ...intent, kind }, { state: 'acknowledged', at: 1, venueId: '7' })).not.toThrow();
    expect(() => assertSettlement({ ...intent, kind }, placed)).toThrow('it places no order');
  }
});

test('a replacement may end its order whatever became of the new one', () => {
  const replacement = { ...intent, kind: 'replace', target_id: '6' } as const;
  for (const outcome of [
    { ...placed, replaced: '6' },
    { state: 'rejected', at: 1, replaced: '6' },
  ] as const) {
    expect(() => assertSettlement(replacement, outcome)).not.toThrow();
  }
  expect(() => assertSettlement(replacement, { ...placed, replaced: '5' })).toThrow('it was to replace order 6, not 5');
});

test('three states are unresolved, and no other', () => {
  const states = ['sending', 'acknowledged', 'rejected', 'not-sent', 'unknown', 'adopted', 'quarantined'] as const;
  expect(states.filter((state) => !isResolved(state))).toEqual(['sending', 'unknown', 'quarantined']);
});

test('an intent whose exposure is no number any more is refused with its id', () => {
  const columns = ['id', 'kind', 'decision', 'lane', 'strategy', 'fingerprint', 'body', 'body_hash', 'created_at', 'exposure'];
  const row = { ...Object.fromEntries(columns.map((column) => [column, 'a'])), exposure: '1e' } as IntentRow;
  expect(() => intentOf(row)).toThrow('exposure of intent a');
  expect(intentOf({ ...row, exposure: '1.50' }).exposure).toEqual(dec('1.5'));
});
