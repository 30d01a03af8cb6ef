import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { StrategyHandlers } from '../../../src/engine/strategy.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import type { BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { ConversionQuotes, type TapeQuote } from '../../../src/exchange/conversionQuotes.ts';
import type { BandRun } from '../../../src/research/runRecord.ts';
import type { RequestQuoteCommand } from '../../../src/model/command.ts';
import { BTC } from '../../engine/fixtures.ts';
import { engineOf, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

const BOOKS: readonly Row[] = [0, 1000, 2000, 3000].map((at) => ({ at, bids: [['60000.00', '1']], asks: [['60010.00', '1']] }));

const TAPED: TapeQuote = {
  fromCurrency: 'EUR',
  toCurrency: 'BTC',
  fromAmount: dec('120'),
  rate: dec('0.0000166'),
  quotedAt: 500,
  validTo: 5500,
};

/** Converts 100 EUR to BTC, once. */
function converts(more: Partial<BacktestOptions> = {}): BandRun {
  const handlers = (): StrategyHandlers => ({
    onBook(book, ctx) {
      if (book.receivedAt === 0) ctx.convert({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('100') });
    },
  });
  return backtest(optionsOf(engineOf(handlers), [recordedMarket(BTC, BOOKS)], more)).bands.fitted;
}

describe('conversions of a backtest', () => {
  it('are made up from the mid less the spread where no quote was recorded, and that is said', () => {
    const { conversions, warnings, equity } = converts();
    const [conversion] = conversions;
    // 100 / 60005 * 0.999, rounded down.
    expect(conversion!.toAmount.toFixed()).toBe('0.00166486');
    expect([conversion!.id, conversion!.executedAt, conversion!.strategy]).toEqual(['c1', 60, 's']);
    expect(warnings).toEqual(['conversion quotes made up, the mid less 10 bps: 1 of 1']);
    expect(equity.equity.at(-1)).toBeCloseTo(99_900 + 1.00166486 * 60_005, 8);
  });

  it('take the rate of a recorded quote that is near in time and size', () => {
    const { conversions, warnings } = converts({ quotes: [TAPED] });
    expect(conversions[0]!.toAmount.toFixed()).toBe('0.00166');
    expect(warnings).toEqual([]);
  });

  it('are refused when the account has too little', () => {
    const { conversions } = converts({ balances: { EUR: dec('99'), BTC: dec('1') } });
    expect(conversions).toEqual([]);
  });

  it('are refused when the quote is too old by the time that it is used', () => {
    const { conversions } = converts({ latency: { entryMs: 990, responseMs: 20 }, conversion: { spreadBps: dec('0'), validForMs: 1000 } });
    expect(conversions).toEqual([]);
  });
});

it('shows a strategy that asks for it the quote, which is executed when it is accepted and else lapses', () => {
  const told: string[] = [];
  const run = (acceptFrom: string): BandRun => {
    const handlers = (): StrategyHandlers => ({
      onBook(book, ctx) {
        if (book.receivedAt === 0) ctx.requestQuote({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('100') });
      },
      onQuote(quote, ctx) {
        told.push(`${quote.toAmount.toFixed()} at ${ctx.now}`);
        if (quote.toAmount.gte(acceptFrom)) ctx.accept(quote);
      },
    });
    return backtest(optionsOf(engineOf(handlers), [recordedMarket(BTC, BOOKS)])).bands.fitted;
  };
  expect(run('0.0016').conversions).toMatchObject([{ id: 'c1', executedAt: 60, strategy: 's', toAmount: dec('0.00166486') }]);
  expect(run('0.0017').conversions).toEqual([]);
  // Each backtest has three bands.
  expect(told).toEqual(Array.from({ length: 6 }, () => '0.00166486 at 40'));
});

describe('ConversionQuotes', () => {
  const quotes = (tape: readonly TapeQuote[]): ConversionQuotes =>
    new ConversionQuotes({ tape, spreadBps: dec('10'), validForMs: 15_000, worth: () => undefined });
  const request: RequestQuoteCommand = {
    type: 'request-quote',
    requestId: 'r',
    strategy: 's',
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    size: { fromAmount: dec('100') },
    decidedAt: 0,
  };

  it('keeps a recorded quote as long as the venue did', () => {
    expect(quotes([TAPED]).quote(request, 1000)).toMatchObject({ quotedAt: 1000, validTo: 6000 });
  });

  it('takes the nearest in time, of the same direction and of a size within a factor of two', () => {
    const others: TapeQuote[] = [
      { ...TAPED, quotedAt: 9000, fromAmount: dec('201'), rate: dec('1') },
      { ...TAPED, quotedAt: 9500, fromCurrency: 'BTC', toCurrency: 'EUR', rate: dec('2') },
      { ...TAPED, quotedAt: 9900, fromAmount: dec('49'), rate: dec('3') },
      { ...TAPED, quotedAt: 11_000, fromAmount: dec('50'), rate: dec('4') },
    ];
    const quote = quotes([...others, TAPED]).quote(request, 10_000);
    expect('rate' in quote && quote.rate.toFixed()).toBe('4');
  });

  it('knows no quote that was given more than a second later: it would tell of a market to come', () => {
    const at = (quotedAt: number): TapeQuote => ({ ...TAPED, quotedAt });
    expect(quotes([at(11_000)]).quote(request, 10_000)).toMatchObject({ rate: expect.anything() as unknown });
    expect(quotes([at(11_001)]).quote(request, 10_000)).toMatchObject({ code: 'conversion-not-available' });
  });

  it('asks for the amount to give when the amount to get is given, rounded up', () => {
    const quote = quotes([TAPED]).quote({ ...request, size: { toAmount: dec('0.001') } }, 30_000);
    expect('rate' in quote && [quote.fromAmount.toFixed(), quote.toAmount.toFixed()]).toEqual(['60.24096386', '0.001']);
  });

  it('refuses where neither tape nor book tells, and what is too small', () => {
    expect(quotes([TAPED]).quote(request, 60_501)).toMatchObject({ code: 'conversion-not-available' });
    const cheap = { ...TAPED, rate: dec('0.000000000001') };
    expect(quotes([cheap]).quote(request, 30_000)).toMatchObject({ code: 'invalid' });
  });
});
