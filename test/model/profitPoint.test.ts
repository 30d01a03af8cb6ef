import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { profitPoint } from '../../src/model/profitPoint.ts';

it('has the digits of each profit that is known, whoever tells it', () => {
  const strategies = [
    { name: 'a', symbol: 'BTC/EUR', profit: '-0.000000001' },
    { name: 'a', symbol: 'ETH/EUR', profit: dec('12345678901234567890.5') },
    { name: 'b', symbol: 'BTC/EUR' },
  ];
  const profit = { 'a BTC/EUR': '-0.000000001', 'a ETH/EUR': '12345678901234567890.5' };
  expect(profitPoint(strategies, 7)).toEqual({ at: 7, worth: {}, profit });
});
