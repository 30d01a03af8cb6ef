import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StrategyContext, StrategyHandlers, StrategyMarket } from '../../src/engine/strategy.ts';
import { EngineBench } from './engineBench.ts';
import { fillOf, NOON, orderOf, settingsOf, severalOf, strategyOf } from './fixtures.ts';

type Markets = Readonly<Record<string, StrategyMarket>>;

const buy = (price: string, amount: string) => ({ side: 'Buy', price: dec(price), amount: dec(amount) }) as const;

function benchOf(handlers: (markets: Markets) => StrategyHandlers<string>): EngineBench {
  return new EngineBench(settingsOf([severalOf(handlers)]));
}

function booksOf(bench: EngineBench): void {
  bench.touch('1799', '1801', 0, 'ETH/EUR');
  bench.touch('59990', '60010');
}

describe('a strategy of several markets', () => {
  it('hears of each market in the order of the events, with the market last', () => {
    const heard: string[] = [];
    const tell = (what: string, market: StrategyMarket | undefined): void => void heard.push(`${what} ${market?.symbol}`);
    const bench = benchOf(() => ({
      onStart: () => void heard.push('start'),
      onBook: (_book, _context, market) => tell('book', market),
      onWarning: (_warning, _context, market) => tell('warning', market),
      onStats: (_row, _context, market) => tell('statistics', market),
      onTimer: () => void heard.push('timer'),
      onStop: () => void heard.push('stop'),
    }));
    booksOf(bench);
    bench.send({ type: 'market-warning', symbol: 'ETH/EUR', kind: 'stale', detail: '' });
    bench.timer();
    bench.touch('59990', '60010');
    bench.operator({ type: 'stop', strategy: 's' });
    expect(heard).toEqual(['start', 'book ETH/EUR', 'book BTC/EUR', 'warning ETH/EUR', 'timer', 'book BTC/EUR', 'stop']);
  });

  it('places and quotes in each, whatever market the event is of', () => {
    const bench = benchOf(({ left, right }) => ({
      onBook(book) {
        if (book.symbol !== 'BTC/EUR') return;
        left!.quote([buy('1790', '1')]);
        right!.quoteTicks(5_900_000, 1000, 0, 0);
        left!.place({ side: 'Sell', price: dec('1900'), amount: dec('0.5') });
      },
    }));
    booksOf(bench);
    expect(bench.ladder('ETH/EUR')).toHaveLength(2);
    expect(bench.ladder('BTC/EUR')).toEqual([expect.stringContaining('at 59000')]);
    expect(bench.engine.snapshot().strategies).toMatchObject([
      { name: 's', symbol: 'ETH/EUR', market: 'left', openOrders: 2 },
      { name: 's', symbol: 'BTC/EUR', market: 'right', openOrders: 1 },
    ]);
  });

  it('has requests on their way in several markets at once', () => {
    const settings = settingsOf([
      severalOf(({ left, right }) => ({
        onBook(_book, context) {
          if (!context.isFresh || context.liveOrders > 0) return;
          left!.place(buy('1790', '1'));
          right!.place(buy('59000', '0.01'));
        },
      })),
    ]);
    const bench = new EngineBench(settings, { answers: false });
    booksOf(bench);
    expect(bench.commands('place').map(({ symbol }) => symbol)).toEqual(['ETH/EUR', 'BTC/EUR']);
    expect(bench.notices('refused')).toEqual([]);
  });

  it('wishes in another market are worked off with a heartbeat too', () => {
    const bench = benchOf(({ left }) => ({ onTimer: () => left!.quote([buy('1790', '1')]) }));
    booksOf(bench);
    bench.timer();
    expect(bench.ladder('ETH/EUR')).toHaveLength(1);
  });

  it('keeps a position for each, and counts its orders over all', () => {
    const seen: unknown[] = [];
    const bench = benchOf(({ left, right }) => ({
      onBook: (_book, context) => {
        if (context.liveOrders === 0 && left!.position.fills === 0 && context.isFresh) {
          left!.place(buy('1790', '1'));
          right!.place(buy('59000', '0.01'));
        }
      },
      onFill(fill, context, market) {
        seen.push([fill.symbol, market.symbol, left!.position.amount.toString(), right!.position.amount.toString(), context.liveOrders]);
        expect(context.orders.map(({ symbol }) => symbol)).toHaveLength(context.liveOrders);
      },
    }));
    booksOf(bench);
    const [eth, btc] = bench.commands('place');
    bench.fill('order-2', btc!.amount);
    bench.fill('order-1', eth!.amount);
    expect(seen).toEqual([
      ['BTC/EUR', 'BTC/EUR', '0', btc!.amount.toString(), 1],
      ['ETH/EUR', 'ETH/EUR', eth!.amount.toString(), btc!.amount.toString(), 0],
    ]);
  });

  it('cancels an order of any of its markets by its id', () => {
    let id: string | undefined;
    const bench = benchOf(({ right }) => ({
      onBook(_book, context) {
        if (!context.isFresh) return;
        if (id === undefined) id = right!.place(buy('59000', '0.01'));
        else context.cancel(id);
      },
    }));
    booksOf(bench);
    bench.touch('1799', '1801', 0, 'ETH/EUR');
    expect(bench.commands('cancel')).toMatchObject([{ symbol: 'BTC/EUR' }]);
  });

  it('is fresh when all its books are good and young', () => {
    const fresh: boolean[] = [];
    const bench = benchOf(() => ({ onBook: (_book, context) => void fresh.push(context.isFresh) }));
    booksOf(bench);
    bench.touch('59990', '60010', 4000);
    bench.touch('59990', '60010', 2000);
    bench.touch('1799', '1801', 0, 'ETH/EUR');
    expect(fresh).toEqual([false, true, true, false, true]);
  });

  it('says which market is meant when the context is asked for one', () => {
    const bench = benchOf(() => ({ onBook: (_book, context) => (context as unknown as StrategyContext).quote([]) }));
    booksOf(bench);
    expect(bench.notices('strategy-stopped')).toMatchObject([
      { reason: 'onBook threw: this strategy has several markets: say which one, as in ctx.markets["left"].quote' },
    ]);
  });

  it('pauses, stops and resumes in all its markets at once', () => {
    const bench = benchOf(({ left, right }) => ({
      onBook(_book, context) {
        if (!context.isFresh) return;
        left!.quote([buy('1790', '1')]);
        right!.quote([buy('59000', '0.01')]);
      },
    }));
    booksOf(bench);
    bench.operator({ type: 'pause', strategy: 's' });
    expect([bench.ladder('ETH/EUR'), bench.ladder('BTC/EUR')]).toEqual([[], []]);
    bench.operator({ type: 'resume', strategy: 's' });
    booksOf(bench);
    expect([bench.ladder('ETH/EUR').length, bench.ladder('BTC/EUR').length]).toEqual([1, 1]);
    expect(bench.engine.snapshot().strategies.map(({ state }) => state)).toEqual(['running', 'running']);
  });

  it('starts once the rules of all its markets are known', () => {
    const started: string[] = [];
    const waiting = severalOf(() => ({ onStart: () => void started.push('waiting') }), { a: 'BTC/EUR', b: 'XRP/EUR' }, 'waiting');
    const bench = new EngineBench(settingsOf([waiting, strategyOf({ onStart: () => void started.push('other') }, 'other')]));
    booksOf(bench);
    bench.timer();
    expect(started).toEqual(['other']);
    expect(bench.strategy('waiting').state).toBe('waiting');
  });

  it('a conversion counts in the market of its two currencies', () => {
    const bench = benchOf(() => ({}));
    booksOf(bench);
    bench.report({
      type: 'converted',
      adopted: false,
      conversion: {
        id: 'c',
        fromCurrency: 'EUR',
        toCurrency: 'ETH',
        fromAmount: dec('180'),
        toAmount: dec('0.1'),
        rate: dec('1'),
        executedAt: NOON,
        intentId: undefined,
        strategy: 's',
      },
    });
    expect(bench.engine.snapshot().strategies.map(({ position }) => position.amount.toString())).toEqual(['0.1', '0']);
  });
});

describe('after a restart', () => {
  it('each market has its own orders, positions and sums again', () => {
    const fills = [
      fillOf({ strategy: 's', symbol: 'BTC/EUR', amount: dec('0.02'), tradedAt: NOON - 1000 }),
      fillOf({ strategy: 's', symbol: 'ETH/EUR', amount: dec('3'), price: dec('1800'), tradedAt: NOON - 500 }),
    ];
    const orders = [
      orderOf({ intentId: 'a', orderId: 'order-a', symbol: 'BTC/EUR', price: dec('59000') }),
      orderOf({ intentId: 'b', orderId: 'order-b', symbol: 'ETH/EUR', price: dec('1700') }),
      orderOf({ intentId: 'c', orderId: 'order-c', symbol: 'ETH/EUR', price: dec('1710') }),
    ];
    let seen: unknown;
    const settings = settingsOf([
      severalOf(({ left, right }) => ({
        onStart(context) {
          const facts = ({ positionLots, position, liveOrders }: StrategyMarket): unknown => [
            positionLots,
            position.amount.toString(),
            liveOrders,
          ];
          seen = [facts(left!), facts(right!), context.liveOrders, context.state.get('k')];
        },
      })),
    ]);
    const bench = new EngineBench(settings, { restored: { fills, orders, states: { s: '{"k":"v"}' } } });
    booksOf(bench);
    expect(seen).toEqual([[30_000, '3', 2], [2000, '0.02', 1], 3, 'v']);
  });
});
