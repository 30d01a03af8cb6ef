import { expect, it } from 'vitest';
import { assertPairTakes } from '../../src/cli/assertPairTakes.ts';
import { PAIRS } from '../engine/fixtures.ts';

it.each([
  ['0.00001', '60000', 'amount 0.00001 is below the least volume 0.0001'],
  ['0.0100001', '60000', 'amount 0.0100001 must be above 0 and a multiple of 0.00001'],
  ['101', undefined, 'amount 101 is above the most volume 100'],
  ['0.01', '60000.001', 'price 60000.001 must be above 0 with at most 2 decimals'],
])('U12: a dry run refuses what the rules of the pair refuse: %s at %s', (amount, price, message) => {
  expect(() => assertPairTakes({ symbol: 'BTC/EUR', amount, price }, PAIRS)).toThrow(`BTC/EUR would be refused: ${message}`);
});

it('U12: takes an order on the grid, and names a pair that there is not', () => {
  expect(() => assertPairTakes({ symbol: 'BTC/EUR', amount: '0.01', price: '60000.01' }, PAIRS)).not.toThrow();
  expect(() => assertPairTakes({ symbol: 'XRP/EUR', amount: '1', price: undefined }, PAIRS)).toThrow('the venue lists no pair XRP/EUR');
});
