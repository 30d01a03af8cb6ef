import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal, ZERO } from '../../../src/base/decimal.ts';
import { type GainsMethod, Lots } from '../../../src/treasury/bookkeeping/lots.ts';

const texts = (lots: Lots): string[] => lots.all.map(({ amount, cost, at }) => `${amount.toFixed()} for ${cost.toFixed()} of ${at}`);

/** Buys and sells one after the other, and gives the gains. */
function gains(lots: Lots, ...trades: readonly (readonly [amount: string, value: string])[]): string[] {
  return trades.map(([amount, value], at) => lots.change(dec(amount), dec(value), at).toFixed());
}

describe('Lots', () => {
  it('sells the oldest first (computed by hand)', () => {
    const lots = new Lots('fifo');
    // 1 for 100, 2 for 240 (120 each); 1.5 sold for 195 (130 each): 195 - 100 - 60.
    expect(gains(lots, ['1', '100'], ['2', '240'], ['-1.5', '195'])).toEqual(['0', '0', '35']);
    expect(texts(lots)).toEqual(['1.5 for 180 of 1']);
    expect(gains(lots, ['-1.5', '150'])).toEqual(['-30']);
    expect(texts(lots)).toEqual([]);
  });

  it('sells at the average cost (computed by hand)', () => {
    const lots = new Lots('average');
    // 3 for 340; 1.5 of them cost 170; 195 - 170.
    expect(gains(lots, ['1', '100'], ['2', '240'], ['-1.5', '195'])).toEqual(['0', '0', '25']);
    expect(texts(lots)).toEqual(['1.5 for 170 of 0']);
    // 2.5 for 270 then; 1 costs 108.
    expect(gains(lots, ['1', '100'], ['-1', '100'])).toEqual(['0', '-8']);
  });

  it('counts what is sold before it is bought when it is bought', () => {
    const lots = new Lots('fifo');
    // 1 sold for 100; 3 bought for 270 (90 each): 100 - 90; 2 stay for 180.
    expect(gains(lots, ['-1', '100'], ['3', '270'])).toEqual(['0', '10']);
    expect(texts(lots)).toEqual(['2 for 180 of 1']);
  });

  it('takes lots away and back with their cost and their age', () => {
    const lots = new Lots('fifo');
    gains(lots, ['1', '100'], ['1', '120']);
    const away = lots.take(dec('1.5'));
    expect(away.map(({ amount, cost, at }) => [amount.toFixed(), cost.toFixed(), at])).toEqual([
      ['1', '100', 0],
      ['0.5', '60', 1],
    ]);
    lots.change(dec('1'), dec('500'), 9);
    lots.give(away);
    expect(texts(lots)).toEqual(['1 for 100 of 0', '0.5 for 60 of 1', '0.5 for 60 of 1', '1 for 500 of 9']);
    expect(lots.take(dec('9'))).toHaveLength(4);
    expect(lots.take(dec('1'))).toEqual([]);
  });

  it('loses nothing by rounding: thirds of a cost add up to it', () => {
    const lots = new Lots('fifo');
    const found = gains(lots, ['3', '100'], ['-1', '0'], ['-1', '0'], ['-1', '0']);
    expect(found).toEqual(['0', '-33.33333333', '-33.33333334', '-33.33333333']);
  });

  it.each<GainsMethod>(['fifo', 'average'])('%s: what came in, less what went out, is what was gained and what is left', (method) => {
    const trade = fc.record({ amount: fc.integer({ min: -50, max: 50 }), value: fc.integer({ min: 0, max: 999 }) });
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 30 }), (trades) => {
        const lots = new Lots(method);
        let [held, spent, gained]: [Decimal, Decimal, Decimal] = [ZERO, ZERO, ZERO];
        for (const [at, { amount, value }] of trades.filter((each) => each.amount !== 0).entries()) {
          gained = gained.plus(lots.change(dec(amount), dec(value), at));
          held = held.plus(amount);
          spent = amount > 0 ? spent.plus(value) : spent.minus(value);
        }
        const sign = held.isNegative() ? -1 : 1;
        const left = lots.all.reduce((sum, { cost }) => sum.plus(cost.times(sign)), ZERO);
        expect(lots.all.reduce((sum, { amount }) => sum.plus(amount), ZERO).toFixed()).toBe(held.toFixed());
        expect(spent.plus(gained).minus(left).toFixed()).toBe('0');
        expect(lots.all.every(({ amount }) => amount.isNegative() === held.isNegative() && !amount.isZero())).toBe(true);
      }),
    );
  });
});
