import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { checkAmount, checkPrice } from '../../src/exchange/checkOrder.ts';
import { gridOf } from '../../src/model/grid.ts';
import type { Pair } from '../../src/model/pair.ts';

const PAIR: Pair = {
  symbol: 'BTC/EUR',
  description: '',
  base: 'BTC',
  quote: 'EUR',
  grid: gridOf(2, dec('0.00005')),
  minVolume: dec('0.0001'),
  maxVolume: dec('10'),
};

test.each([
  ['0.0001', 2],
  ['10', 200_000],
  ['0.00009', 'amount-below-minimum'],
  ['10.00005', 'amount-above-maximum'],
  ['0.00012', 'amount-off-step'],
  ['0.000100000000000000000000000000000001', 'amount-off-step'],
])('an amount of %s is %s (000 Trading pair, minVolumeTrade, maxVolumeTrade, volumeStep)', (amount, outcome) => {
  const checked = checkAmount(PAIR, dec(amount));
  expect(typeof checked === 'number' ? checked : checked.code).toBe(outcome);
});

test.each([
  ['0.01', 1],
  ['61250.10', 6_125_010],
  ['61250.105', 'price-off-grid'],
  ['0', 'price-off-grid'],
  ['-1', 'price-off-grid'],
  ['1e30', 'price-off-grid'],
])('a price of %s is %s (000 Trading pair, precision)', (price, outcome) => {
  const checked = checkPrice(PAIR, dec(price));
  expect(typeof checked === 'number' ? checked : checked.code).toBe(outcome);
});
