import { describe, expect, it } from 'vitest';
import quoteEdge from '../../strategies/quote-edge.ts';
import { dec } from '../../src/base/decimal.ts';
import { EngineBench } from '../engine/engineBench.ts';
import { bookOf, configured, conversionOf, fillOf, settingsOf } from '../engine/fixtures.ts';
import { answerQuote } from './answerQuote.ts';

// 0.00836 BTC bring 500.4 EUR in the book after the fee and the slip, 0.00835 bring 499.8.
const EDGE = '0.00836';

describe('quote-edge', () => {
  it('asks for quotes to buy and to sell by turns', () => {
    const bench = benchOf({});
    tick(bench);
    tick(bench);
    expect(bench.commands('request-quote')).toMatchObject([
      { fromCurrency: 'EUR', toCurrency: 'BTC', size: { fromAmount: dec('500') } },
      { fromCurrency: 'BTC', toCurrency: 'EUR', size: { toAmount: dec('500') } },
    ]);
  });

  it('tells of an edge that all costs leave, and trades nothing', () => {
    const bench = benchOf({});
    tick(bench);
    expect(answerQuote(bench, '500', EDGE)).toBe(false);
    expect(bench.notices('alert').map(({ message }) => message)).toEqual([
      'a quote of BTC for 500 EUR leaves 7.3 bps after the book takes it back',
    ]);
    expect(bench.commands('place')).toEqual([]);
  });

  it('is silent where the costs eat it up', () => {
    const bench = benchOf({});
    tick(bench);
    answerQuote(bench, '500', '0.00835');
    expect(bench.notices('alert')).toEqual([]);
  });

  it('finds an edge of a quote to sell, too', () => {
    const bench = benchOf({});
    tick(bench);
    tick(bench);
    answerQuote(bench, '0.0083', '500');
    // 0.0083 BTC cost 499.08 EUR in the book with the fee.
    expect(bench.notices('alert')).toMatchObject([{ message: expect.stringContaining('a quote of EUR for 0.0083 BTC leaves') as string }]);
  });

  it('takes it when it may, and gives it back to the book at once', () => {
    const bench = benchOf({ acts: 'true' });
    tick(bench);
    expect(answerQuote(bench, '500', EDGE)).toBe(true);
    bench.touch('59990', '60010', 100);
    expect(bench.commands('place')).toMatchObject([{ side: 'Sell', symbol: 'BTC/EUR' }]);
  });

  it('gives back after a restart what an earlier life has bought, before it asks for more', () => {
    const conversions = [conversionOf({ fromAmount: dec('500'), toAmount: dec(EDGE), strategy: 's' })];
    const bench = new EngineBench(benchOf({ acts: 'true' }).settings, { restored: { conversions, states: { s: '{"begin":"0"}' } } });
    tick(bench);
    bench.touch('59990', '60010', 100);
    expect(bench.commands('place')).toMatchObject([{ side: 'Sell' }]);
    expect(bench.commands('request-quote')).toEqual([]);
  });

  it('counts nothing that the book does not hold, and asks for nothing by an old book', () => {
    const bench = benchOf({});
    tick(bench);
    bench.book(bookOf({ bids: [['59990', '0.001']], asks: [['60010', '0.001']], at: bench.now }));
    answerQuote(bench, '500', '0.01');
    expect(bench.notices('alert')).toEqual([]);
    bench.timer(60_000);
    expect(bench.commands('request-quote')).toHaveLength(1);
  });

  it('leaves a position alone that was there before, and has nothing to give back while it only tells', () => {
    const fills = [fillOf({ strategy: 's', amount: dec('0.5'), orderId: 'old' })];
    const acting = new EngineBench(benchOf({ acts: 'true' }).settings, { restored: { fills } });
    const telling = new EngineBench(benchOf({}).settings, { restored: { fills, states: { s: '{"begin":"0"}' } } });
    for (const bench of [acting, telling]) {
      tick(bench);
      tick(bench);
      expect([bench.commands('place').length, bench.commands('request-quote').length]).toEqual([0, 1]);
    }
  });

  it('S2: leaves alone what is entered after it began', () => {
    const bench = benchOf({ acts: 'true' });
    const entry = { id: 'e', cause: 'correction', strategy: 's', symbol: 'BTC/EUR', amount: dec('0.5'), price: dec('60000') } as const;
    bench.send({ type: 'position-entry', entry: { ...entry, at: bench.now, note: undefined } });
    tick(bench);
    expect([bench.commands('place').length, bench.commands('request-quote').length]).toEqual([0, 1]);
  });

  it('leaves a rest alone that is too small to trade', () => {
    const restored = { fills: [fillOf({ strategy: 's', amount: dec('0.00005'), orderId: 'old' })] };
    const bench = new EngineBench(benchOf({}).settings, { restored });
    bench.touch('59990', '60010');
    bench.timer(0);
    tick(bench);
    expect([bench.commands('place').length, bench.commands('request-quote').length]).toEqual([0, 1]);
  });
});

function benchOf(params: Readonly<Record<string, string>>): EngineBench {
  const bench = new EngineBench(settingsOf([configured(quoteEdge, params)]));
  bench.touch('59990', '60010');
  bench.timer(0);
  return bench;
}

function tick(bench: EngineBench): void {
  bench.touch('59990', '60010', 30_000);
  bench.send({ type: 'timer' });
}
