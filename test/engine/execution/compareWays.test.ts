import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decimal, dec, ONE, ZERO } from '../../../src/base/decimal.ts';
import type { SeenMarket } from '../../../src/engine/execution/bookLeg.ts';
import { type Comparison, compareRates, compareWays, type Way } from '../../../src/engine/execution/compareWays.ts';
import { noWayText } from '../../../src/engine/execution/wayText.ts';
import { amountOf, priceOf } from '../../../src/model/grid.ts';
import type { ConversionSize } from '../../../src/model/conversion.ts';
import { bookOf, type BookText, BTC, ETH, NOON, PAIRS, quoteOf } from '../fixtures.ts';

type Levels = NonNullable<BookText['asks']>;

const FEE = dec('0.002');

describe('the ways of a deal', () => {
  it('are all-in and best first: what the book brings less its fee, against the quote', () => {
    const { possible } = compareWays(buying({ asks: [['60000', '1']] }, { quote: quoteOf({ toAmount: dec('0.00999') }) }));
    expect(possible.map(shown)).toEqual(['quote: 600 -> 0.00999', 'split: 600 -> 0.0099899', 'book: 600 -> 0.00998']);
  });

  it('prefer the book where it is better by more than the fee and the drift', () => {
    const worse = quoteOf({ toAmount: dec('0.00997') });
    expect(compareWays(buying({ asks: [['60000', '1']] }, { quote: worse })).possible[0]).toMatchObject({ kind: 'book' });
    expect(compareWays(buying({ asks: [['60000', '1']] }, { quote: worse, drift: dec('0.002') })).possible[0]).toMatchObject({
      kind: 'quote',
    });
  });

  it('split a deal where only the best levels beat the quote', () => {
    const asks: Levels = [
      ['59000', '0.005'],
      ['61000', '1'],
    ];
    const { possible } = compareWays(buying({ asks }, { quote: quoteOf() }));
    const [best] = possible;
    expect(shown(best!)).toBe('split: 600 -> 0.01007333');
    expect(best!.legs).toMatchObject([
      {
        kind: 'book',
        symbol: 'BTC/EUR',
        side: 'Buy',
        amount: dec('0.005'),
        worstPrice: dec('59000'),
        gives: dec('295'),
        brings: dec('0.00499'),
      },
      { kind: 'quote', gives: dec('305'), quote: undefined },
    ]);
  });

  it('go over a third currency where that brings more', () => {
    const markets = [
      seen(BTC, { asks: [['60000', '1']] }),
      seen(ETH, { asks: [['3000', '10']] }),
      seen(PAIRS[2]!, { symbol: 'ETH/BTC', bids: [['0.051', '10']] }),
    ];
    const { possible } = compareWays(buying({}, { markets, quote: 'none was asked for', takerFee: ZERO }));
    expect(possible.map(shown)).toEqual(['path over ETH: 600 -> 0.0102', 'book: 600 -> 0.01']);
  });

  it('say of a path why one of its pairs can not be used', () => {
    const markets = [seen(ETH, { asks: [['3000', '10']] })];
    const unseen = [
      { pair: BTC, problem: 'the book of BTC/EUR is not good at the moment' },
      { pair: PAIRS[2]!, problem: 'ETH/BTC may not be traded here: name it in risk.symbols' },
    ];
    const { impossible } = compareWays(buying({}, { markets, unseen, quote: 'none was asked for' }));
    expect(impossible.map(noWayText)).toEqual([
      'no quote: none was asked for',
      'no book: the book of BTC/EUR is not good at the moment',
      'no path over ETH: ETH/BTC may not be traded here: name it in risk.symbols',
    ]);
  });

  it('go around over named currencies', () => {
    const markets = [
      seen(BTC, { bids: [['60000', '1']] }),
      seen(ETH, { asks: [['3000', '10']] }),
      seen(PAIRS[2]!, { symbol: 'ETH/BTC', bids: [['0.051', '10']] }),
    ];
    const around = {
      markets,
      fromCurrency: 'EUR',
      toCurrency: 'EUR',
      via: ['ETH', 'BTC'],
      takerFee: ZERO,
      quote: 'a currency has no quote for itself',
    };
    const { possible, impossible } = compareWays(buying({}, around));
    expect(possible.map(shown)).toEqual(['path over ETH, BTC: 600 -> 612']);
    expect(impossible).toEqual([]);
  });

  it('reckon backwards from an amount to receive', () => {
    const asked = { size: { toAmount: dec('0.00998') }, quote: quoteOf({ toAmount: dec('0.00998'), fromAmount: dec('601') }) };
    const { possible } = compareWays(buying({ asks: [['60000', '1']] }, asked));
    expect(possible.map(shown)).toEqual(['book: 600 -> 0.00998', 'quote: 601 -> 0.00998']);
  });

  it.each<[string, BookText, Partial<Comparison>, string[]]>([
    ['an expired quote', { asks: [['60000', '1']] }, { quoteLeftMs: -1 }, ['quote: the quote is about to expire']],
    ['no quote', { asks: [['60000', '1']] }, { quote: 'refused: no' }, ['quote: refused: no']],
    ['a thin book', { asks: [['60000', '0.001']] }, {}, ['book: the book of BTC/EUR holds too little']],
    [
      'too small an amount',
      { asks: [['60000', '1']] },
      { size: { fromAmount: dec('5') }, quote: quoteOf({ fromAmount: dec('5'), toAmount: dec('0.00008') }) },
      [
        'book: 0.00008 BTC is less than the least order of BTC/EUR, 0.0001',
        'split: 0.00008 BTC is less than the least order of BTC/EUR, 0.0001',
      ],
    ],
    ['no market', {}, { markets: [] }, ['book: no fresh book exchanges EUR for BTC']],
    [
      'the worst rate',
      { asks: [['61000', '1']] },
      { worstRate: dec('0.0000166') },
      ['book: its rate of 0.0000163606557377 is worse than the worst rate of 0.0000166'],
    ],
  ])('say why there is none: %s', (_what, book, given, reasons) => {
    const { impossible } = compareWays(buying(book, given));
    expect(impossible.map(({ kind, problem }) => `${kind}: ${problem}`)).toEqual(reasons);
  });

  it('PROPERTY: nothing that anybody could try, lot by lot, has a better sure rate than the first', () => {
    fc.assert(
      fc.property(drawn, (asked) => {
        const { possible } = compareWays(asked);
        for (const other of bruteForce(asked)) {
          const best = possible[0];
          expect(best !== undefined && compareRates(best.sure, other) >= 0).toBe(true);
        }
        for (const way of possible) {
          expect(asked.worstRate === undefined || way.brings.gte(way.gives.times(asked.worstRate))).toBe(true);
          if ('fromAmount' in asked.size) expect(way.gives.lte(asked.size.fromAmount)).toBe(true);
          else expect(way.brings.gte(asked.size.toAmount.times(1 - 1e-12))).toBe(true);
        }
      }),
    );
  });
});

const side = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 })), { maxLength: 5 });

/** Deals of a few lots of 0.001 ETH against books of a few levels. An amount to receive is drawn without drift: see `bruteForce`. */
const drawn: fc.Arbitrary<Comparison> = fc
  .record({
    isBuy: fc.boolean(),
    isTarget: fc.boolean(),
    levels: side,
    lots: fc.integer({ min: 1, max: 400 }),
    quoteAt: fc.integer({ min: -30, max: 40 }),
    hasQuote: fc.boolean(),
    fee: fc.constantFrom(ZERO, dec('0.002'), dec('0.01')),
    drift: fc.constantFrom(ZERO, dec('0.0005'), dec('0.01')),
  })
  .map(({ isBuy, isTarget, levels, lots, quoteAt, hasQuote, fee, drift }) => {
    const sign = isBuy ? 1 : -1;
    const ticks = [...new Set(levels.map(([step]) => step))].sort((a, b) => a - b);
    const rows: Levels = ticks.map((step, i) => [
      dec(300_000 + sign * step * 10)
        .div(100)
        .toFixed(2),
      dec(levels[i]![1] * 8)
        .div(10_000)
        .toFixed(),
    ]);
    const base = dec(lots).div(10_000);
    const price = dec(300_000 + sign * quoteAt * 10).div(100);
    const [fromCurrency, toCurrency] = isBuy ? ['EUR', 'ETH'] : ['ETH', 'EUR'];
    const [fromAmount, toAmount] = isBuy ? [base.times(price), base] : [base, base.times(price)];
    const size: ConversionSize = isTarget ? { toAmount } : { fromAmount };
    const quote = hasQuote ? quoteOf({ fromCurrency, toCurrency, fromAmount, toAmount }) : 'there is none';
    const market = seen(ETH, { symbol: 'ETH/EUR', ...(isBuy ? { asks: rows } : { bids: rows }) });
    return {
      fromCurrency,
      toCurrency,
      size,
      worstRate: undefined,
      quote,
      quoteLeftMs: 1000,
      markets: [market],
      via: undefined,
      takerFee: fee,
      drift: isTarget ? ZERO : drift,
    };
  });

/**
 * Everything that can be done with one market: each number of lots from the book that is an order, alone where it does the deal,
 * and with the rest at the quote's rate.
 */
function* bruteForce({ size, quote, markets, takerFee, drift, fromCurrency }: Comparison): Generator<Way['sure']> {
  const { pair, book } = markets[0]!;
  const isBuy = fromCurrency === pair.quote;
  const levels = isBuy ? book.asks : book.bids;
  const kept = ONE.minus(takerFee);
  const rate = typeof quote === 'string' ? undefined : { gives: quote.fromAmount, brings: quote.toAmount };
  if (rate !== undefined) yield rate;
  let value = ZERO;
  let lots = 0;
  for (let i = levels.start; i < levels.start + levels.length; i++) {
    for (let taken = 0; taken < levels.lots[i]!; taken++) {
      lots++;
      value = value.plus(priceOf(pair.grid, levels.ticks[i]!).times(pair.grid.lot));
      const amount = amountOf(pair.grid, lots);
      if (amount.lt(pair.minVolume)) continue;
      const gives = isBuy ? value : amount;
      const brings = (isBuy ? amount : value).times(kept);
      const sure = brings.times(ONE.minus(drift));
      if (rate === undefined) continue;
      const rest = 'fromAmount' in size ? size.fromAmount.minus(gives) : size.toAmount.minus(brings);
      if (rest.lt(0)) continue;
      const [more, less] =
        'fromAmount' in size ? [rest.times(rate.brings).div(rate.gives), rest] : [rest, rest.times(rate.gives).div(rate.brings)];
      // Forty digits of a division are not all: what is equal up to the last of them is no better.
      yield { gives: gives.plus(less), brings: shy(sure.plus(more)) };
    }
  }
}

function shy(amount: Decimal): Decimal {
  return amount.times(ONE.minus('1e-30'));
}

function seen(pair: SeenMarket['pair'], book: BookText): SeenMarket {
  return { pair, book: bookOf({ symbol: pair.symbol, at: NOON, ...book }) };
}

/** 600 EUR for BTC, with a fee and without drift. */
function buying(book: BookText, given: Partial<Comparison> = {}): Comparison {
  return {
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    size: { fromAmount: dec('600') },
    worstRate: undefined,
    quote: quoteOf(),
    quoteLeftMs: 1000,
    markets: [seen(BTC, book)],
    via: undefined,
    takerFee: FEE,
    drift: ZERO,
    ...given,
  };
}

function shown({ kind, via, gives, brings }: Way): string {
  const over = via.length === 0 ? '' : ` over ${via.join(', ')}`;
  return `${kind}${over}: ${gives.toDecimalPlaces(8)} -> ${brings.toDecimalPlaces(8)}`;
}
