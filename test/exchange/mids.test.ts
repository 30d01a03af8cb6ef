import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Mids } from '../../src/exchange/mids.ts';
import { NOON, PAIRS, touch } from '../engine/fixtures.ts';

describe('Mids', () => {
  it('value a currency directly, the other way round, and over one between', () => {
    const mids = new Mids(PAIRS, 0);
    expect(mids.areKnown).toBe(false);
    expect(mids.worth(dec('1'), 'BTC', 'EUR', NOON + 1)).toBeUndefined();
    mids.show(0, touch('59995', '60005'));
    mids.show(2, touch('0.04', '0.06', 0, 'ETH/BTC'));
    expect(mids.number(0)).toBe(60_000);
    expect(mids.worth(dec('2'), 'BTC', 'EUR', NOON + 1)?.toFixed()).toBe('120000');
    expect(mids.worth(dec('120000'), 'EUR', 'BTC', NOON + 1)?.toFixed(10)).toBe('2.0000000000');
    expect(mids.rate('EUR', 'EUR')).toBe(1);
    expect(mids.rate('EUR', 'SOL')).toBeNaN();
    expect(mids.rate('USDT', 'EUR')).toBeNaN();
  });

  it('value a currency over pairs that have books while its own pair has none yet', () => {
    const mids = new Mids(PAIRS, 0);
    mids.show(2, touch('0.04', '0.06', 0, 'ETH/BTC'));
    expect([mids.value(['ETH'], 'EUR'), mids.rate('ETH', 'EUR')]).toEqual([false, NaN]);
    mids.show(0, touch('59995', '60005'));
    expect(mids.value(['ETH'], 'EUR')).toBe(true);
    expect(mids.rate('ETH', 'EUR')).toBeCloseTo(3000, 6);
    mids.show(1, touch('2900', '2910', 0, 'ETH/EUR'));
    expect(mids.rate('ETH', 'EUR')).toBe(2905);
  });

  it('value a currency at a time, by what had been looked at before then, in and after a gap too', () => {
    const mids = new Mids(PAIRS, 20);
    mids.show(0, touch('59995', '60005', 1020));
    mids.show(0, touch('60995', '61005', 2020));
    mids.gap(0, 2520);
    mids.show(0, touch('61995', '62005', 4020));
    const worth = (at: number): string | undefined => mids.worth(dec('1'), 'BTC', 'EUR', at)?.toFixed();
    expect([1000, 1001, 2000, 2001, 3000, 4000, 4001, 99_000].map(worth)).toEqual([
      undefined,
      '60000',
      '60000',
      '61000',
      '61000',
      '61000',
      '62000',
      '62000',
    ]);
    expect(mids.worth(dec('7'), 'EUR', 'EUR', 0)?.toFixed()).toBe('7');
    expect(mids.worth(dec('7'), 'EUR', 'SOL', 99_000)).toBeUndefined();
  });

  it('go round by the books of two symbols where no one symbol has both', () => {
    const pairs = [PAIRS[0]!, PAIRS[3]!];
    const mids = new Mids(pairs, 0);
    mids.show(0, touch('59995', '60005'));
    mids.show(1, touch('64995', '65005', 0, 'BTC/USDT'));
    expect(mids.areKnown).toBe(true);
    expect(mids.rate('USDT', 'EUR')).toBeCloseTo(60_000 / 65_000, 12);
  });
});
