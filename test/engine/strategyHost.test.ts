import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StrategyHandlers } from '../../src/engine/strategy.ts';
import { EngineBench } from './engineBench.ts';
import { settingsOf, strategyOf } from './fixtures.ts';

const bid = (price: string) => ({ side: 'Buy', price: dec(price), amount: dec('0.009') }) as const;

describe('a strategy that throws (F63)', () => {
  const broken: StrategyHandlers = {
    onBook: (book, ctx) => {
      if (book.bestBid!.lt('50000')) throw new Error('I did not expect that');
      ctx.quote([bid('59000')]);
    },
  };
  const sound: StrategyHandlers = { onBook: (_book, ctx) => ctx.quote([bid('58000')]) };

  it('is stopped alone, its orders are canceled, the reason is shown, and the others run on', () => {
    const bench = new EngineBench(settingsOf([strategyOf(broken, 'broken'), strategyOf(sound, 'sound')]));
    bench.touch('59990', '60010');
    bench.timer();
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000', 'Buy 0.009 at 58000']);
    bench.touch('49990', '60010', 1000);
    expect(bench.strategy('broken')).toMatchObject({ state: 'stopped', reason: 'onBook threw: I did not expect that', openOrders: 0 });
    expect(bench.notices('strategy-stopped')).toEqual([
      { type: 'strategy-stopped', strategy: 'broken', reason: 'onBook threw: I did not expect that' },
    ]);
    expect(bench.strategy('sound').state).toBe('running');
    expect(bench.ladder()).toEqual(['Buy 0.009 at 58000']);
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder(), 'stopped is stopped').toEqual(['Buy 0.009 at 58000']);
  });

  it('has an order canceled as well that was on its way when it threw', () => {
    const bench = new EngineBench(settingsOf([strategyOf(broken)]), { answers: false });
    bench.touch('59990', '60010');
    const [placed] = bench.commands('place');
    bench.touch('49990', '60010', 1000);
    expect(bench.commands('cancel')).toEqual([]);
    const { intentId, amount, price } = placed!;
    bench.report({ type: 'order-opened', intentId, orderId: 'o', amount, price, adopted: false });
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'o' }]);
  });

  it.each<[string, StrategyHandlers | (() => StrategyHandlers), string]>([
    [
      'in setup',
      () => {
        throw new Error('no');
      },
      'setup threw: no',
    ],
    [
      'in onStart',
      {
        onStart: () => {
          throw new Error('no');
        },
      },
      'onStart threw: no',
    ],
    [
      'in onTimer',
      {
        onTimer: () => {
          throw new Error('no');
        },
      },
      'onTimer threw: no',
    ],
    ['by having returned nothing', () => undefined as unknown as StrategyHandlers, 'setup threw: it must return handlers or a stream'],
    ['by a handler that is none', { onBook: 5 } as unknown as StrategyHandlers, 'onBook threw: handlers.onBook is not a function'],
    [
      'by wanting nonsense',
      { onBook: (_book, ctx) => ctx.quote(undefined as never) },
      "onBook threw: Cannot read properties of undefined (reading 'length')",
    ],
    [
      'by wanting too much',
      { onBook: (_book, ctx) => ctx.quote(Array.from({ length: 201 }, () => bid('1'))) },
      'onBook threw: a strategy may want 200 orders at once, not 201',
    ],
    [
      'by converting two amounts',
      { onBook: (_book, ctx) => void ctx.convert({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('1'), toAmount: dec('1') }) },
      'onBook threw: a conversion takes exactly one of fromAmount and toAmount',
    ],
    [
      'by keeping too much',
      { onBook: (_book, ctx) => ctx.state.set('x', 'x'.repeat(100_001)) },
      'onBook threw: a strategy may keep 100000 characters, not 100009',
    ],
  ])('is stopped with the reason when it fails %s', (_what, handlers, reason) => {
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    bench.touch('59990', '60010');
    bench.timer();
    expect(bench.strategy()).toMatchObject({ state: 'stopped', reason });
  });

  it('may not be asynchronous: what it did later would not be part of any event', () => {
    const later = async (): Promise<void> => {
      await Promise.resolve();
      throw new Error('nobody hears this');
    };
    const handlers: { onBook: () => unknown } = { onBook: later };
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    bench.touch('59990', '60010');
    expect(bench.strategy()).toMatchObject({ state: 'stopped', reason: expect.stringContaining('onBook must be synchronous') as string });
  });
});

describe('onStop', () => {
  it('is called once, even when it throws, and what it asks for comes to nothing', () => {
    let calls = 0;
    const handlers: StrategyHandlers = {
      onStop: (ctx) => {
        calls++;
        ctx.quote([bid('59000')]);
        ctx.place(bid('58000'));
        throw new Error('never mind');
      },
    };
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    bench.touch('59990', '60010');
    bench.operator({ type: 'stop', strategy: 's' });
    bench.operator({ type: 'stop', strategy: 's' });
    bench.send({ type: 'shutdown', onStop: 'cancel' });
    bench.timer();
    expect(calls).toBe(1);
    expect(bench.commands('place')).toEqual([]);
    expect(bench.strategy()).toMatchObject({ state: 'stopped', reason: 'the operator asked for it' });
  });

  it('is not called for a strategy that never began', () => {
    let calls = 0;
    const bench = new EngineBench(settingsOf([strategyOf({ onStop: () => void calls++ })]));
    bench.send({ type: 'shutdown', onStop: 'keep' });
    expect(calls).toBe(0);
  });
});

describe('pause and resume', () => {
  const handlers: StrategyHandlers = {
    onBook: (_book, ctx) => ctx.quote([bid('59000')]),
    onFill: (_fill, ctx) => {
      ctx.quote([bid('1')]);
      ctx.place(bid('2'));
    },
  };

  it('cancels the orders of a paused strategy, tells it its fills, and lets it take no risk', () => {
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]), { answers: false });
    bench.touch('59990', '60010');
    const { intentId, amount, price } = bench.commands('place')[0]!;
    bench.report({ type: 'order-opened', intentId, orderId: 'o', amount, price, adopted: false });
    bench.operator({ type: 'pause', strategy: 's' });
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'o' }]);
    bench.resting.set('o', { intentId, symbol: 'BTC/EUR', side: 'Buy', price, amount });
    bench.fill('o', dec('0.005'));
    bench.touch('59990', '60010', 1000);
    expect(bench.commands('place')).toHaveLength(1);
    expect(bench.strategy()).toMatchObject({ state: 'paused', position: { amount: dec('0.005') } });
    expect(bench.notices('refused')).toMatchObject([{ rule: 'not-running' }]);
  });

  it('runs on with the next book, and not with what was wanted before', () => {
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    bench.touch('59990', '60010');
    bench.operator({ type: 'pause', strategy: 's' });
    expect(bench.ladder()).toEqual([]);
    bench.operator({ type: 'resume', strategy: 's' });
    bench.timer();
    expect(bench.ladder()).toEqual([]);
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000']);
    expect(bench.notices('strategy-state').map(({ state }) => state)).toEqual(['running', 'paused', 'running']);
  });

  it('begins a strategy that was paused before its first book', () => {
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    bench.operator({ type: 'pause', strategy: 's' });
    bench.touch('59990', '60010');
    expect(bench.ladder()).toEqual([]);
    bench.operator({ type: 'resume', strategy: 's' });
    bench.touch('59990', '60010');
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });

  it('does not begin a stopped one again', () => {
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    bench.touch('59990', '60010');
    bench.operator({ type: 'stop', strategy: 's' });
    bench.operator({ type: 'resume', strategy: 's' });
    bench.touch('59990', '60010', 1000);
    expect(bench.strategy().state).toBe('stopped');
    expect(bench.ladder()).toEqual([]);
  });
});

describe('refusals of the venue', () => {
  const handlers: StrategyHandlers = { onBook: (_book, ctx) => ctx.quote([bid('59000')]) };

  it('make the desk wait twice as long each time, and pause the strategy after five', () => {
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]), { answers: false });
    const placedAt: number[] = [];
    for (let second = 0; second < 60 && bench.strategy().state !== 'paused'; second++) {
      const before = bench.commands('place').length;
      bench.touch('59990', '60010', 500);
      const placed = bench.commands('place')[before];
      if (placed === undefined) continue;
      placedAt.push(bench.now);
      bench.report({ type: 'intent-refused', intentId: placed.intentId, kind: 'place', code: 'x', message: 'market is closed' });
    }
    expect(placedAt.map((at, i) => at - (placedAt[i - 1] ?? at))).toEqual([0, 1000, 2000, 4000, 8000]);
    expect(bench.strategy()).toMatchObject({ state: 'paused', reason: expect.stringContaining('market is closed') as string });
  });

  it('are forgotten once an order is accepted', () => {
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]), { answers: false });
    for (let i = 0; i < 20; i++) {
      bench.touch('59990', '60010', 10_000);
      const { intentId, amount, price } = bench.commands('place').at(-1)!;
      if (i % 2 === 0) bench.report({ type: 'intent-refused', intentId, kind: 'place', code: 'x', message: '' });
      else {
        bench.report({ type: 'order-opened', intentId, orderId: `o${i}`, amount, price, adopted: false });
        bench.report({ type: 'order-closed', orderId: `o${i}`, end: 'canceled', filled: dec('0') });
      }
    }
    expect(bench.strategy().state).toBe('running');
  });

  it('wait a moment only after something was not sent', () => {
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]), { answers: false });
    bench.touch('59990', '60010');
    bench.report({ type: 'intent-not-sent', intentId: bench.commands('place')[0]!.intentId, kind: 'place', reason: 'DNS' });
    expect(bench.commands('place')).toHaveLength(1);
    bench.touch('59990', '60010', 299);
    expect(bench.commands('place')).toHaveLength(1);
    bench.touch('59990', '60010', 1);
    expect(bench.commands('place')).toHaveLength(2);
  });
});
