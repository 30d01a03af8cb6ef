import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { valueIn } from '../../../src/daemon/treasury/valueIn.ts';

const PRICES = new Map([
  ['BTC/EUR', dec('60000')],
  ['XRP/EUR', dec('0')],
]);

describe(valueIn, () => {
  it('takes the price of the pair, whichever way it stands', () => {
    expect(valueIn(PRICES, 'BTC', dec('0.5'), 'EUR')?.toFixed()).toBe('30000');
    expect(valueIn(PRICES, 'EUR', dec('15000'), 'BTC')?.toFixed()).toBe('0.25');
    expect(valueIn(PRICES, 'EUR', dec('7'), 'EUR')?.toFixed()).toBe('7');
  });

  it('says nothing where there is no pair, or no price above 0', () => {
    expect(valueIn(PRICES, 'ETH', dec('1'), 'EUR')).toBeUndefined();
    expect(valueIn(PRICES, 'XRP', dec('1'), 'EUR')).toBeUndefined();
  });
});
