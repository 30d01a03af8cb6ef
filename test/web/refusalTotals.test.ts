import { expect, it } from 'vitest';
import { refusalTotals } from '../../web/pure/refusalTotals.ts';

it('lists the most frequent first, then by name, of our own rules and of the venue', () => {
  const byVenue = [{ by: 'venue', strategy: 'a', rule: 'order-not-found', count: 5 } as const];
  expect(refusalTotals({ counts: { b: { lane: 2, balance: 9 }, a: { lane: 2 } }, byVenue })).toEqual([
    { by: 'rule', strategy: 'b', rule: 'balance', count: 9 },
    { by: 'venue', strategy: 'a', rule: 'order-not-found', count: 5 },
    { by: 'rule', strategy: 'a', rule: 'lane', count: 2 },
    { by: 'rule', strategy: 'b', rule: 'lane', count: 2 },
  ]);
  expect(refusalTotals({ counts: {}, byVenue: [] })).toEqual([]);
});
