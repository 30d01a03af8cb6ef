import { expect, it } from 'vitest';
import { refusalTotal } from '../../src/model/refusalCounts.ts';

it('adds up what every strategy was refused by every rule', () => {
  expect(refusalTotal({})).toBe(0);
  expect(refusalTotal({ maker: { balance: 2, collar: 1 }, taker: { balance: 4 } })).toBe(7);
});
