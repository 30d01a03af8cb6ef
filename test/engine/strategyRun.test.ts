import { map, merge, Observable, of, Subject, takeWhile } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StrategyContext, StrategyHandlers, StrategyIntent, StrategyStreams } from '../../src/engine/strategy.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import type { BookView } from '../../src/market/bookView.ts';
import { EngineBench, textOf } from './engineBench.ts';
import { settingsOf, strategyOf } from './fixtures.ts';

const bid = (price: string) => ({ side: 'Buy', price: dec(price), amount: dec('0.009') }) as const;

describe('saved state', () => {
  const handlers: StrategyHandlers = {
    onBook: (_book, ctx) => {
      ctx.state.set('count', String(Number(ctx.state.get('count') ?? '0') + 1));
      ctx.state.set('same', 'x');
    },
  };

  it('is saved when it changes, and found again after a restart', () => {
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    bench.touch('59990', '60010');
    bench.touch('59990', '60010', 1000);
    const saved = bench.notices('save-state').at(-1)!;
    expect(saved).toMatchObject({ strategy: 's', state: '{"count":"2","same":"x"}' });
    const again = new EngineBench(settingsOf([strategyOf(handlers)]), { restored: { states: { s: saved.state } } });
    again.touch('59990', '60010');
    expect(again.notices('save-state')).toMatchObject([{ state: '{"count":"3","same":"x"}' }]);
  });

  it.each(['{', '[1]', '{"a":1}', 'null'])('that can not be read stops its strategy alone: %s', (state) => {
    const other = strategyOf({ onBook: (_book, ctx) => ctx.quote([bid('59000')]) }, 'other');
    const bench = new EngineBench(settingsOf([strategyOf(handlers), other]), { restored: { states: { s: state } } });
    bench.touch('59990', '60010');
    expect(bench.strategy()).toMatchObject({ state: 'stopped', reason: expect.stringMatching(/^setup threw: /) as string });
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });
});

describe('the stream form', () => {
  const wanted = (book: BookView) =>
    [bid(book.bestBid!.minus(10).toFixed()), { side: 'Sell', price: book.bestAsk!.plus(10), amount: dec('0.02') }] as const;
  const onFill = (ctx: StrategyContext): StrategyIntent => ({
    type: 'place',
    side: 'Sell',
    price: ctx.book!.bestAsk!.plus(5),
    amount: dec('0.01'),
    tag: 'answer',
  });

  it('does what the handlers form does on the same events', () => {
    const handlers = strategyOf({
      onBook: (book, ctx) => ctx.quote(wanted(book)),
      onFill: (fill, ctx) => {
        const intent = onFill(ctx);
        if (fill.side === 'Buy' && intent.type === 'place') ctx.place(intent);
      },
      onTimer: (ctx) => ctx.convert({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('5') }),
    });
    const streams = streaming(({ book$, fill$, timer$, context }) =>
      merge(
        book$.pipe(map((book): StrategyIntent => ({ type: 'quote', wanted: wanted(book) }))),
        fill$.pipe(
          map((fill) => (fill.side === 'Buy' ? onFill(context) : undefined)),
          takeDefined(),
        ),
        timer$.pipe(map((): StrategyIntent => ({ type: 'convert', fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('5') }))),
      ),
    );
    const outputs = [handlers, streams].map((settings) => {
      const bench = new EngineBench(settingsOf([settings]));
      for (let i = 0; i < 5; i++) {
        bench.touch(`${59_990 + i * 7}`, `${60_010 + i * 7}`, 500);
        bench.fill([...bench.resting.keys()][0]!, dec('0.004'));
        bench.timer();
      }
      return textOf(bench.outputs);
    });
    expect(outputs[0]!.length).toBeGreaterThan(10);
    expect(outputs[1]).toEqual(outputs[0]);
  });

  it.each<[string, (streams: StrategyStreams) => Observable<StrategyIntent>, string]>([
    [
      'fails',
      ({ book$ }) =>
        book$.pipe(
          map(() => {
            throw new Error('no');
          }),
        ),
      'its stream failed: no',
    ],
    [
      'ends',
      ({ book$ }) =>
        book$.pipe(
          takeWhile(() => false),
          map((): StrategyIntent => ({ type: 'quote', wanted: [] })),
        ),
      'its stream has ended',
    ],
    ['ends at once', () => of<StrategyIntent>({ type: 'quote', wanted: [] }), 'its stream has ended'],
    [
      'wants nonsense',
      ({ book$ }) => book$.pipe(map(() => ({ type: 'buy' }) as unknown as StrategyIntent)),
      'its stream threw: {"type":"buy"} is no intent',
    ],
    [
      'wants too much',
      ({ book$ }) => book$.pipe(map(() => ({ type: 'quote', wanted: undefined }) as never)),
      "its stream threw: Cannot read properties of undefined (reading 'length')",
    ],
  ])('stops its strategy alone when it %s', (_what, setup, reason) => {
    const bench = new EngineBench(settingsOf([streaming(setup)]));
    bench.touch('59990', '60010');
    expect(bench.strategy()).toMatchObject({ state: 'stopped', reason });
  });

  it('is given the candles that it asks for', () => {
    const settings = streaming(({ candle$, context }) => {
      context.candles('1m');
      return candle$.pipe(map(({ close }): StrategyIntent => ({ type: 'quote', wanted: [bid(String(Math.floor(close / 100) - 10))] })));
    });
    const bench = new EngineBench(settingsOf([settings]));
    bench.send({ type: 'set-up' });
    bench.touch('59990', '60010');
    bench.touch('59992', '60012', 59_000);
    expect(bench.ladder()).toEqual([]);
    bench.touch('59996', '60016', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59992']);
  });

  it('may not emit outside of an event: no event would explain it', () => {
    const outside = new Subject<StrategyIntent>();
    const bench = new EngineBench(settingsOf([streaming(() => outside)]));
    bench.touch('59990', '60010');
    outside.next({ type: 'quote', wanted: [bid('59000')] });
    bench.timer();
    expect(bench.strategy()).toMatchObject({ state: 'stopped', reason: expect.stringContaining('outside of an event') as string });
    expect(bench.commands('place')).toEqual([]);
  });
});

describe('what a strategy sees', () => {
  it('is its own orders, position, balance, time and chance', () => {
    const seen: unknown[] = [];
    const look = (ctx: StrategyContext): void => {
      seen.push({
        name: ctx.name,
        now: ctx.now,
        orders: ctx.orders.length,
        held: ctx.balance('EUR')?.total.toFixed(),
        chance: ctx.random.int(1000),
      });
    };
    const first = strategyOf({ onBook: (_book, ctx) => ctx.quote([bid('59000')]), onTimer: look }, 'first');
    const second = strategyOf({ onTimer: look }, 'second');
    const bench = new EngineBench(settingsOf([first, second]));
    bench.send({ type: 'balances', rows: [{ currency: 'EUR', total: dec('100000'), available: dec('100000') }] });
    bench.touch('59990', '60010');
    bench.timer();
    expect(seen).toMatchObject([
      { name: 'first', orders: 1, held: '100000', now: bench.now },
      { name: 'second', orders: 0, held: '100000', now: bench.now },
    ]);
  });

  it('are statistics and warnings of its own symbol', () => {
    const seen: string[] = [];
    const handlers: StrategyHandlers = {
      onStats: (row) => void seen.push(`stats ${row.symbol}`),
      onWarning: (warning, ctx) => {
        seen.push(`${warning.kind} ${warning.symbol}`);
        ctx.quote([]);
      },
      onBook: (_book, ctx) => ctx.quote([bid('59000')]),
    };
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    bench.touch('59990', '60010');
    const row = {
      lastPrice: undefined,
      lowestAsk: undefined,
      highestBid: undefined,
      priceChangePercent: undefined,
      highestPrice: undefined,
      lowestPrice: undefined,
    };
    for (const symbol of ['ETH/EUR', 'BTC/EUR', 'XRP/EUR']) {
      bench.send({ type: 'statistics', rows: [{ symbol, baseVolume: dec('1'), quoteVolume: dec('1'), ...row }] });
      bench.send({ type: 'market-warning', symbol, kind: 'stale', detail: '' });
    }
    expect(seen).toEqual(['stats BTC/EUR', 'stale BTC/EUR']);
    expect(bench.ladder(), 'quotes are pulled at once').toEqual([]);
  });
});

function streaming(setup: (streams: StrategyStreams) => Observable<StrategyIntent>): StrategySettings {
  return { name: 's', symbol: 'BTC/EUR', definition: { about: '', params: {}, setup: (_params, streams) => setup(streams) }, params: {} };
}

function takeDefined<T>() {
  return (source: Observable<T | undefined>): Observable<T> =>
    new Observable((subscriber) => source.subscribe({ next: (value) => value !== undefined && subscriber.next(value) }));
}
