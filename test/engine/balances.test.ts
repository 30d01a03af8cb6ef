import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { dec, type Decimal, maxDecimal, ZERO } from '../../src/base/decimal.ts';
import { Sum } from '../../src/base/sum.ts';
import { Balances } from '../../src/engine/balances.ts';
import { balanceOf, BTC, conversionOf, fillOf, NOON } from './fixtures.ts';

const nothing = (): Decimal => ZERO;

let balances: Balances;

beforeEach(() => {
  balances = new Balances();
});

describe('Balances', () => {
  it('are not known before the venue has told, not even that there is nothing', () => {
    expect(balances.areKnown).toBe(false);
    balances.told([], NOON, nothing);
    expect(balances.areKnown).toBe(true);
    expect(balances.balance('EUR')).toBeUndefined();
    expect(balances.purse('EUR').isKnown).toBe(false);
  });

  it('give the word of the venue back, digit for digit and in its order', () => {
    const rows = [balanceOf('EUR', '1000.000000000001', '999.5'), balanceOf('BTC', '0.12345678')];
    balances.purse('BTC');
    balances.told(rows, NOON, nothing);
    expect(balances.all()).toEqual(rows);
    expect(balances.balance('EUR')).toEqual(rows[0]);
  });

  it('forget a currency that the venue does not tell of any more', () => {
    told('1000', '1000', '0');
    balances.told([balanceOf('BTC', '1')], NOON + 5000, nothing);
    expect(balances.balance('EUR')).toBeUndefined();
    expect(balances.all()).toEqual([balanceOf('BTC', '1')]);
  });

  it('free what is there less what our orders reserve', () => {
    told('1000', '900', '100');
    expect(free()).toEqual(dec('900'));
    reserve('250');
    expect(free()).toEqual(dec('750'));
  });

  it('leave alone what others hold', () => {
    told('1000', '600', '100');
    expect(free(), '300 are held by somebody else').toEqual(dec('600'));
    reserve('0');
    expect(free()).toEqual(dec('700'));
  });

  it('take what market orders of ours may need for held by them', () => {
    balances.told([balanceOf('EUR', '1000', '600')], NOON, () => dec('100'));
    expect(free()).toEqual(dec('700'));
  });

  it('take off what was spent since the venue has told, and add nothing that its word may hold already', () => {
    told('100000', '100000', '0');
    balances.filled(fillOf({ side: 'Buy', amount: dec('0.1'), price: dec('60000'), fee: dec('6'), feeCurrency: 'EUR' }), NOON + 3000);
    balances.filled(fillOf({ side: 'Sell', amount: dec('0.1') }), NOON + 3000);
    balances.converted(conversionOf(), NOON + 3000);
    expect(free()).toEqual(dec('93394'));
  });

  describe('of what an execution has brought', () => {
    const sold = fillOf({ side: 'Sell', amount: dec('0.1'), price: dec('60000'), fee: dec('6'), feeCurrency: 'EUR' });

    it('give all, less the fee, where its order was decided after the last word', () => {
      told('100', '100', '0');
      balances.filled(sold, NOON + 3000, NOON + 2000);
      expect(free()).toEqual(dec('6094'));
      expect(balances.balance('EUR'), 'the word stays what it was').toEqual(balanceOf('EUR', '100'));
    });

    it('give it even where the venue has told of no such currency', () => {
      balances.told([balanceOf('BTC', '1')], NOON, nothing);
      expect(balances.purse('EUR').isEmpty).toBe(true);
      balances.filled(sold, NOON + 3000, NOON + 2000);
      expect(balances.purse('EUR').isEmpty).toBe(false);
      expect(free()).toEqual(dec('5994'));
    });

    it('give it only to what closes a position where the last word may hold it', () => {
      told('100', '100', '0');
      balances.filled(sold, NOON + 3000, NOON - 1);
      expect(free()).toEqual(dec('94'));
      expect(balances.purse('EUR').free(undefined, true).decimal).toEqual(dec('6094'));
      expect(balances.purse('EUR').covers(sumOf(dec('6094'), 12), undefined, true)).toBe(true);
      expect(balances.purse('EUR').covers(sumOf(dec('6094.000000000001'), 12), undefined, true)).toBe(false);
    });

    it('leave it to the next word, which may be as old as two seconds', () => {
      told('100', '100', '0');
      balances.filled(sold, NOON + 3000, NOON + 2000);
      balances.told([balanceOf('EUR', '100')], NOON + 3500, nothing);
      expect(free()).toEqual(dec('94'));
      expect(balances.purse('EUR').free(undefined, true).decimal).toEqual(dec('6094'));
      balances.told([balanceOf('EUR', '6094')], NOON + 8500, nothing);
      expect(free()).toEqual(dec('6094'));
      expect(balances.purse('EUR').free(undefined, true).decimal).toEqual(dec('6094'));
    });

    it('do the same with a conversion', () => {
      told('100', '100', '0');
      balances.converted(
        conversionOf({ fromCurrency: 'BTC', fromAmount: dec('0.1'), toCurrency: 'EUR', toAmount: dec('5990') }),
        NOON + 3000,
        NOON + 1,
      );
      expect(free()).toEqual(dec('6090'));
      expect(balances.purse('BTC').free(undefined).decimal).toEqual(dec('0.9'));
    });

    it('forget an old word of a currency of which the venue tells no more', () => {
      told('1000', '1000', '0');
      balances.told([balanceOf('BTC', '1')], NOON + 5000, nothing);
      balances.filled(sold, NOON + 6000, NOON + 5500);
      expect(free()).toEqual(dec('5994'));
    });
  });

  it('do not trust a word on what was spent just before it came: it may be older', () => {
    told('100000', '100000', '0');
    balances.filled(fillOf(), NOON + 3000);
    balances.told([balanceOf('EUR', '100000')], NOON + 3500, nothing);
    expect(free()).toEqual(dec('94000'));
    balances.told([balanceOf('EUR', '94000')], NOON + 8500, nothing);
    expect(free()).toEqual(dec('94000'));
  });

  it('take off all that was spent in the last two seconds, however much of it there was', () => {
    const spendings = fc.array(fc.tuple(fc.nat(800), fc.integer({ min: 1, max: 9999 }), fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(spendings, (list) => {
        balances = new Balances();
        told('100000', '100000', '0');
        let now = NOON;
        const spent: { at: number; amount: Decimal }[] = [];
        for (const [after, cents, isTold] of list) {
          now += after;
          const amount = dec(cents).div(100);
          balances.filled(fillOf({ amount: dec('1'), price: amount }), now);
          spent.push({ at: now, amount });
          if (isTold) {
            balances.told([balanceOf('EUR', '100000')], now, nothing);
            while (now - spent[0]!.at >= 2000) spent.shift();
          }
          expect(free()).toEqual(spent.reduce((sum, one) => sum.minus(one.amount), dec('100000')));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('know again what was paid when a pair wants finer units, whatever the units of the amount came in', () => {
    told('1000', '1000', '0');
    const purse = balances.purse('EUR');
    const units = 5 * 10 ** purse.decimals;
    const amount = new Sum(0);
    amount.add(units);
    purse.spend(amount, NOON);
    purse.bring(amount, NOON, NOON + 1);
    balances.suit({ ...BTC, grid: { ...BTC.grid, precision: 9, lotDecimals: 7 } });
    expect([purse.spent.decimal, purse.brought.decimal]).toEqual([dec(5), dec(5)]);
    balances.told([balanceOf('EUR', '1000')], NOON + 5000, nothing);
    expect([purse.spent.decimal, purse.brought.decimal, purse.perhapsBrought.decimal]).toEqual([ZERO, ZERO, ZERO]);
  });

  it('lose nothing when a pair wants finer units', () => {
    told('1000.123456789', '900', '40');
    balances.filled(fillOf({ amount: dec('1'), price: dec('3') }), NOON);
    const before = free();
    expect(balances.suit({ ...BTC, grid: { ...BTC.grid, precision: 9, lotDecimals: 7 } })).toBe(false);
    expect(balances.purse('EUR').decimals).toBe(16);
    expect(balances.suit(BTC)).toBe(true);
    expect(free()).toEqual(before);
    balances.told([balanceOf('EUR', '1000')], NOON + 5000, nothing);
    expect(free(), 'the spending has gone in its new units').toEqual(dec('960'));
  });
});

describe('whether a purse covers what is needed', () => {
  const cents = (most: number): fc.Arbitrary<Decimal> => fc.nat(most).map((amount) => dec(amount).div(100));
  const around = fc.constantFrom('-0.02', '-0.01', '-0.00000001', '0', '0.00000001', '0.01', '0.02').map((off) => dec(off));
  const billions = fc.constantFrom(dec('0'), dec('9000000000'), dec('123456789012.34'));

  it('is decided exactly, at the edge and with billions too', () => {
    fc.assert(
      fc.property(
        billions,
        cents(100_000),
        cents(50_000),
        cents(50_000),
        cents(9000),
        around,
        (more, available, ours, others, spent, off) => {
          balances = new Balances();
          const total = more.plus(available).plus(ours).plus(others);
          told(total.toFixed(), more.plus(available).toFixed(), ours.toFixed());
          balances.filled(fillOf({ amount: dec('1'), price: spent }), NOON);
          const left = more.plus(available).minus(spent);
          expect(free()).toEqual(left);
          const purse = balances.purse('EUR');
          const needed = sumOf(maxDecimal(ZERO, left.plus(off)), purse.decimals);
          expect(purse.covers(needed, undefined)).toBe(needed.decimal.lte(left));
          expect(purse.covers(needed, sumOf(dec('0.02'), purse.decimals)), 'without an order that reserves 0.02').toBe(
            needed.decimal.lte(left.plus('0.02')),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is decided exactly where fees have more digits than a unit', () => {
    balances.told([balanceOf('BTC', '0.00000101', '0.000001001')], NOON, nothing);
    balances.filled(fillOf({ price: ZERO, fee: dec('0.000000009'), feeCurrency: 'BTC' }), NOON);
    const purse = balances.purse('BTC');
    expect(purse.free(undefined).decimal).toEqual(dec('0.000000992'));
    expect(purse.covers(sumOf(dec('0.000001'), purse.decimals), undefined)).toBe(false);
  });
});

function told(total: string, available: string, reserved: string): void {
  reserve(reserved);
  balances.told([balanceOf('EUR', total, available), balanceOf('BTC', '1')], NOON, nothing);
}

function reserve(amount: string): void {
  const { reserved } = balances.purse('EUR');
  reserved.clear();
  reserved.addDecimal(dec(amount));
}

/** The EUR that a new order may take. */
function free(): Decimal {
  return balances.purse('EUR').free(undefined).decimal;
}

function sumOf(amount: Decimal, decimals: number): Sum {
  const sum = new Sum(decimals);
  sum.addDecimal(amount);
  return sum;
}
