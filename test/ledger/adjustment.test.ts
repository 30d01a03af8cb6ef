import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { adjustmentEntry, BOOKED_BY_HAND } from '../../src/ledger/adjustment.ts';

test('an adjustment is an entry of the cause that a person names, with a reference of its own', () => {
  const adjustment = { currency: 'EUR', amount: dec('-12.50'), cause: 'fee', note: 'monthly' } as const;
  expect(adjustmentEntry(adjustment, 5, '1')).toEqual({ ...adjustment, reference: 'by hand 1', at: 5 });
  expect(adjustmentEntry(adjustment, 5, '2').reference).not.toBe(adjustmentEntry(adjustment, 5, '1').reference);
  expect(BOOKED_BY_HAND).not.toContain('fill');
});
