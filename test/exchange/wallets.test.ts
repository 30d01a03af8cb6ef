import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Sum } from '../../src/base/sum.ts';
import { Wallet, Wallets } from '../../src/exchange/wallets.ts';
import { gridOf } from '../../src/model/grid.ts';
import type { Pair } from '../../src/model/pair.ts';
import { BTC, PAIRS } from '../engine/fixtures.ts';

const pairOf = (precision: number, step: string): Pair => ({ ...BTC, grid: gridOf(precision, dec(step)) });

describe('Wallets', () => {
  it('list the opening balances first, then every currency of the pairs, empty ones too', () => {
    const wallets = new Wallets({ ADA: dec('12.5'), BTC: dec('1') }, PAIRS);
    expect(wallets.all.map(({ currency, total }) => [currency, total.decimal.toFixed()])).toEqual([
      ['ADA', '12.5'],
      ['BTC', '1'],
      ['EUR', '0'],
      ['ETH', '0'],
      ['USDT', '0'],
    ]);
    expect(wallets.wallet('ADA')).toBe(wallets.all[0]);
    expect(wallets.wallet('XRP').total.decimal.toFixed()).toBe('0');
  });

  it('refuse a pair whose grid is too fine, and name it', () => {
    expect(() => new Wallets({}, [pairOf(11, '0.00000001')])).toThrow(
      'precision 11 with volumeStep 0.00000001 needs more than 18 decimals',
    );
  });

  it('take a pair whose grid needs just as many decimals as there are', () => {
    const [, quote] = new Wallets({}, [pairOf(10, '0.00000001')]).all;
    quote!.total.addExact(1n);
    expect(quote!.total.decimal.toFixed()).toBe('0.000000000000000001');
  });

  it('refuse it as a fault of the configuration', () => {
    expect(() => new Wallets({}, [pairOf(11, '0.00000001')])).toThrow(expect.objectContaining({ code: 'configuration' }) as Error);
  });

  it('keep every digit of an opening balance, those finer than a unit too', () => {
    const wallets = new Wallets({ EUR: dec('3000000000000.000000001234') }, [BTC]);
    const { total } = wallets.wallet('EUR');
    expect(total.decimal.toFixed()).toBe('3000000000000.000000001234');
    expect(new Wallets({ EUR: dec('0.000000001234') }, [BTC]).wallet('EUR').plain).toBe(1.234e-9);
  });

  it('cover no more than what is free where rounded sums say that there is room', () => {
    const wallet = new Wallet('EUR', 10);
    const [held, need] = [2n ** 55n + 4n, 2n ** 54n + 2n];
    wallet.held.addExact(held);
    wallet.total.addExact(held + need - 1n);
    const more = new Sum(10);
    more.addExact(need);
    expect(wallet.covers(more)).toBe(false);
    wallet.total.addExact(1n);
    expect(wallet.covers(more)).toBe(true);
  });

  it('cover what is free to the last unit, and no more', () => {
    const anyUnits = fc.integer({ min: 0, max: 30 }).chain((digits) => fc.bigInt({ min: 0n, max: 10n ** BigInt(digits) }));
    fc.assert(
      fc.property(anyUnits, anyUnits, fc.constantFrom(-1n, 0n, 1n), (held, free, more) => {
        const wallet = new Wallet('EUR', 10);
        wallet.total.addExact(held + free);
        wallet.held.addExact(held);
        const need = new Sum(10);
        need.addExact(free + more);
        expect(wallet.covers(need)).toBe(more <= 0n || free + more <= 0n);
        expect(wallet.coversDecimal(need.decimal)).toBe(free >= free + more);
      }),
    );
  });

  it('are as plain numbers the nearest to what is there, of any size', () => {
    const units = fc
      .integer({ min: 1, max: 30 })
      .chain((digits) => fc.bigInt({ min: -(10n ** BigInt(digits)), max: 10n ** BigInt(digits) }));
    fc.assert(
      fc.property(units, fc.integer({ min: 7, max: 18 }), (exact, decimals) => {
        const wallet = new Wallet('EUR', decimals);
        wallet.total.addExact(exact);
        expect(wallet.plain).toBe(Number(`${exact}e-${decimals}`) + 0);
      }),
      { examples: [[184_479_009n, 7]] },
    );
  });

  it('cover what takes nothing where nothing is left, and nothing else there', () => {
    const wallet = new Wallet('EUR', 8);
    wallet.total.add(-5);
    const need = new Sum(8);
    expect(wallet.covers(need)).toBe(true);
    need.add(-3);
    expect(wallet.covers(need)).toBe(true);
    need.add(4);
    expect(wallet.covers(need)).toBe(false);
  });
});
