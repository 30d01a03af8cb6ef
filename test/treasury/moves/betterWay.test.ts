import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, ONE, ZERO } from '../../../src/base/decimal.ts';
import { betterWay } from '../../../src/treasury/moves/betterWay.ts';
import { bookOf, type BookText, BTC, quoteOf } from '../../engine/fixtures.ts';
import { conversionRow } from './moveBench.ts';

const SETTINGS = { takerFee: dec('0.002'), drift: ZERO };
const OFFER = quoteOf({ fromCurrency: 'BTC', toCurrency: 'EUR', fromAmount: dec('0.1'), toAmount: dec('5990') });
const market = (book: BookText) => ({ pair: BTC, book: bookOf(book) });
/** 0.1 BTC for at least so many EUR. */
const giving = (least: string) => conversionRow('C-1-1', 'BTC', '0.1', 'EUR', 'from', least);

describe(betterWay, () => {
  it('takes the book where it brings more after its fee, and else the quote', () => {
    expect(betterWay(giving('5900'), OFFER, market({ bids: [['60100', '1']] }), SETTINGS)).toEqual({
      by: 'book',
      order: { symbol: 'BTC/EUR', side: 'Sell', amount: dec('0.1'), price: dec('60100') },
      compared: 'book 0.1 BTC to 5997.98 EUR; quote 0.1 BTC to 5990 EUR',
    });
    expect(betterWay(giving('5900'), OFFER, market({ bids: [['60000', '1']] }), SETTINGS)).toEqual({ by: 'quote' });
    expect(betterWay(giving('5900'), OFFER, market({ bids: [['60100', '0.05']] }), SETTINGS)).toEqual({ by: 'quote' });
    expect(betterWay(giving('5900'), OFFER, market({}), SETTINGS)).toEqual({ by: 'quote' });
  });

  it('takes the book where no quote keeps to the limits, and nothing where the book does not either', () => {
    const book = market({ bids: [['60100', '1']] });
    expect(betterWay(giving('5997'), 'too dear', book, SETTINGS)).toMatchObject({ by: 'book', order: { price: dec('60100') } });
    expect(betterWay(giving('5998'), 'too dear', book, SETTINGS)).toEqual({ by: 'quote' });
  });

  it('never gives more than was asked for, at no price that is worse than the quote or the limits', () => {
    const level = fc.tuple(fc.integer({ min: 58_000, max: 62_000 }), fc.integer({ min: 1, max: 400 }));
    const levels = fc.uniqueArray(level, { selector: ([price]) => price, minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(levels, fc.boolean(), fc.boolean(), fc.integer({ min: 5800, max: 6200 }), (made, isSale, isExact, quoted) => {
        const sorted = made.toSorted(([a], [b]) => (isSale ? b - a : a - b));
        const side = sorted.map(([price, lots]) => [String(price), dec(lots).div(1000).toFixed()] as const);
        const [from, into] = isSale ? ['BTC', 'EUR'] : ['EUR', 'BTC'];
        const [gives, brings] = isSale ? ['0.1', String(quoted - 50)] : [String(quoted + 50), '0.1'];
        const row = conversionRow('C-1-1', from, gives, into, isExact ? 'from' : 'to', brings);
        const [fromAmount, toAmount] = isSale ? [dec('0.1'), dec(quoted)] : [dec(quoted), dec('0.1')];
        const offer = quoteOf({ fromCurrency: from, toCurrency: into, fromAmount, toAmount });
        const way = betterWay(row, offer, market(isSale ? { bids: side } : { asks: side }), SETTINGS);
        if (way.by === 'quote') return;
        const { amount, price } = way.order;
        const kept = ONE.minus(SETTINGS.takerFee);
        const [left, came] = isSale ? [amount, amount.times(price).times(kept)] : [amount.times(price), amount.times(kept)];
        expect(left.lte(row.amount)).toBe(true);
        expect(came.times(fromAmount).gte(toAmount.times(left))).toBe(true);
        expect(came.times(row.amount).gte(row.conversion!.toAmount.times(left))).toBe(true);
      }),
    );
  });
});
