import { expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { StrategyHandlers } from '../../../src/engine/strategy.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import type { Fill } from '../../../src/model/fill.ts';
import type { BandRun } from '../../../src/research/runRecord.ts';
import { BTC } from '../../engine/fixtures.ts';
import { engineOf, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

/** Trades 600 EUR once, where a quote is so much worse than the mid. */
function trades(spreadBps: string): BandRun {
  const books: readonly Row[] = Array.from({ length: 30 }, (_, i) => ({
    at: i * 1000,
    bids: [['60000.00', '1']],
    asks: [['60010.00', '1']],
  }));
  const handlers = (): StrategyHandlers => ({
    onBook(book, ctx) {
      if (book.receivedAt === 0) ctx.trade({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600') });
    },
  });
  const engine = engineOf(handlers, { execution: { takerFee: dec('0.002'), drift: dec('0.0002') } });
  return backtest(optionsOf(engine, [recordedMarket(BTC, books)], { conversion: { spreadBps: dec(spreadBps), validForMs: 15_000 } })).bands
    .fitted;
}

it('takes the quote in a backtest where the book costs more, fee included', () => {
  const { fills, conversions } = trades('10');
  expect(conversions).toMatchObject([{ id: 'c1', fromAmount: dec('600'), strategy: 's' }]);
  expect(fills.length).toBe(0);
});

it('takes the book in a backtest where the quote costs more, with one order up to a collar', () => {
  const { fills, conversions } = trades('50');
  expect(conversions).toEqual([]);
  expect(fills.length).toBe(1);
  const [{ side, price, amount }] = [...fills].map(({ fill }) => fill) as [Fill];
  expect([side, price.toFixed(), amount.toFixed()]).toEqual(['Buy', '60010', '0.00999']);
});
