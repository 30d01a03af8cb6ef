import { ATR, RSI, SMA } from 'trading-signals';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/base/instant.ts';
import type { Indicator } from '../../../src/engine/signals/bars.ts';
import { ZERO } from '../../../src/base/decimal.ts';
import { strategy, type StrategyContext, type StrategyHandlers } from '../../../src/engine/strategy.ts';
import type { Candle } from '../../../src/market/candle.ts';
import { EMA } from '../../../src/market/ema.ts';
import { type BenchOptions, EngineBench } from '../engineBench.ts';
import { configured, fillOf, settingsOf } from '../fixtures.ts';

/** A bench on which a strategy is set up with its first book, at the beginning of a minute. */
function benchOf(setUp: (context: StrategyContext) => StrategyHandlers, options: BenchOptions = {}): EngineBench {
  const definition = strategy({ about: '', params: {}, setup: (_params, { context }) => setUp(context) });
  const bench = new EngineBench(settingsOf([configured(definition, {})]), options);
  bench.send({ type: 'set-up' });
  bench.touch('60000', '60002');
  return bench;
}

/** Books, a second each, with mids in ticks. */
function play(bench: EngineBench, mids: readonly number[], everyMs = MINUTE_MS): void {
  for (const mid of mids) bench.touch(String(mid / 100 - 1), String(mid / 100 + 1), everyMs);
}

describe('candles', () => {
  it('are told before the book that closes them, once all indicators that are used are stable', () => {
    const heard: string[] = [];
    const bench = benchOf((context) => {
      const bars = context.candles('1m');
      const fast = bars.use(new EMA(2));
      const slow = bars.use(new SMA(3));
      expect(context.candles('60s')).toBe(bars);
      return {
        onBook: (book) => heard.push(`book ${book.midTicks}`),
        onCandle: (candle, ctx) =>
          heard.push(`candle ${candle.close} ${fast.value!.toFixed(1)} ${slow.value} of ${ctx.candles('1m').back(1)!.close}`),
      };
    });
    play(bench, [6_000_400, 6_000_700, 6_000_100]);
    expect(heard).toEqual(['book 6000100', 'book 6000400', 'book 6000700', 'candle 6000700 6000566.7 6000400 of 6000400', 'book 6000100']);
  });

  it('of several lengths are all fed before one is told, the shorter first', () => {
    const heard: string[] = [];
    const bench = benchOf((context) => {
      const long = context.candles('2m');
      const average = long.use(new SMA(1));
      context.candles('1m');
      return { onCandle: ({ from, to }) => heard.push(`${(to - from) / MINUTE_MS}: ${average.value}`) };
    });
    play(bench, [6_000_200, 6_000_300, 6_000_400, 6_000_500]);
    expect(heard).toEqual(['1: 6000200', '2: 6000200', '1: 6000200', '1: 6000400', '2: 6000400']);
  });

  it('feed indicators while the strategy is paused, and tell it nothing', () => {
    let told = 0;
    let average = new SMA(2);
    const bench = benchOf((context) => {
      context.candles('1m').use((average = new SMA(2)));
      return { onCandle: () => void told++ };
    });
    bench.operator({ type: 'pause', strategy: 's' });
    play(bench, [6_000_200, 6_000_300, 6_000_400]);
    expect([told, average.getResult()]).toEqual([0, 6_000_250]);
    bench.operator({ type: 'resume', strategy: 's' });
    play(bench, [6_000_500]);
    expect(told).toBe(1);
  });

  it('give indicators the price or the whole candle that they take', () => {
    let values: unknown[] = [];
    const bench = benchOf((context) => {
      const bars = context.candles('1m');
      const used = [bars.use(new SMA(1), 'high'), bars.use(new SMA(1), 'low'), bars.use(new ATR(1), 'candle')];
      return { onCandle: () => void (values = used.map(({ value }) => value)) };
    });
    play(bench, [6_000_400, 6_000_300, 6_000_900, 6_000_000], 20_000);
    play(bench, [6_000_000]);
    expect(values).toEqual([6_000_900, 6_000_000, 900]);
  });

  it('stop a strategy whose indicator takes something else', () => {
    const bench = benchOf((context) => {
      context.candles('1m').use(new ATR(1) as unknown as Indicator<number, number>);
      return {};
    });
    play(bench, [6_000_400]);
    expect(bench.strategy()).toMatchObject({
      state: 'stopped',
      reason: expect.stringContaining("needs use(indicator, 'candle')") as string,
    });
  });

  it.each(['5', '0s', '999ms', '31d', ''])('have a length: %j', (length) => {
    const bench = benchOf((context) => {
      context.candles(length);
      return {};
    });
    expect(bench.strategy().reason).toBe(`setup threw: the length of a candle must be a duration from 1s to 30d, like 5m, not "${length}"`);
  });

  it('keep the last 500, and wait for indicators', () => {
    const bars: { back(count: number): Candle | undefined; isStable: boolean; last: Candle | undefined }[] = [];
    const bench = benchOf((context) => {
      const candles = context.candles('1s');
      candles.use(new RSI(14));
      bars.push(candles);
      return {};
    });
    expect([bars[0]!.last, bars[0]!.isStable]).toEqual([undefined, false]);
    play(
      bench,
      Array.from({ length: 600 }, (_, i) => 6_000_000 + i),
      1000,
    );
    expect([0, 1, 499].map((count) => bars[0]!.back(count)!.close)).toEqual([6_000_598, 6_000_597, 6_000_099]);
    expect([500, -1].map((count) => bars[0]!.back(count))).toEqual([undefined, undefined]);
    expect([bars[0]!.last!.close, bars[0]!.isStable]).toEqual([6_000_598, true]);
  });
});

describe('a strategy that is set up before it starts', () => {
  it('starts once, with the first news after a pause too, and is told the candle that its first book closes', () => {
    const heard: string[] = [];
    const definition = strategy({
      about: '',
      params: {},
      setup: (_params, { context }) => {
        context.candles('1m');
        heard.push(`set up ${context.book?.midTicks}`);
        return {
          onStart: () => heard.push('started'),
          onCandle: ({ close }) => heard.push(`candle ${close}`),
          onBook: ({ midTicks }) => heard.push(`book ${midTicks}`),
        };
      },
    });
    const bench = new EngineBench(settingsOf([configured(definition, {})]));
    bench.send({ type: 'set-up' });
    bench.send({ type: 'set-up' });
    bench.operator({ type: 'pause', strategy: 's' });
    bench.send({ type: 'warm-up', symbol: 'BTC/EUR', since: { s: 0 }, looks: [bench.now - MINUTE_MS, 10, 1, 12, 1] });
    bench.send({ type: 'warm-up', symbol: 'BTC/EUR', since: { other: 0 }, looks: [bench.now - MINUTE_MS, 20, 1, 22, 1] });
    bench.operator({ type: 'resume', strategy: 's' });
    bench.touch('60000', '60002');
    bench.timer();
    expect(heard).toEqual(['set up undefined', 'started', 'candle 11', 'book 6000100']);
  });

  it('and fails at that stops alone', () => {
    const failing = strategy({
      about: '',
      params: {},
      setup: () =>
        ((): StrategyHandlers => {
          throw new Error('no');
        })(),
    });
    const bench = new EngineBench(settingsOf([configured(failing, {})]));
    bench.send({ type: 'set-up' });
    expect(bench.strategy()).toMatchObject({ state: 'stopped', reason: 'setup threw: no' });
    bench.touch('60000', '60002');
    expect(bench.strategy().state).toBe('stopped');
  });
});

describe('the small members', () => {
  it('tell figures, worth, freshness and order flow', () => {
    let ctx: StrategyContext | undefined;
    const bench = benchOf((context) => {
      ctx = context;
      context.orderFlow('10s');
      return {};
    });
    expect([ctx!.statistics, ctx!.worth, ctx!.isFresh]).toEqual([undefined, ZERO, true]);
    bench.touch('60000', '60001', 1000);
    // Ten offered at a better price: 1,000,000 lots.
    expect(ctx!.orderFlow('10s').last).toBe(-1_000_000);
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'crossed', detail: '' });
    expect(ctx!.isFresh).toBe(false);
    bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '' });
    expect(ctx!.isFresh).toBe(true);
    bench.timer(3_600_000);
    expect(ctx!.isFresh).toBe(false);
  });

  it('tell what the position is worth at the mid, and not before there is one', () => {
    const worth: (string | undefined)[] = [];
    const bench = benchOf(() => ({ onBook: (_book, ctx) => void worth.push(ctx.worth.toFixed()), onTimer: (ctx) => void ctx.worth }), {
      restored: { fills: [fillOf({ strategy: 's', symbol: 'BTC/EUR' })] },
    });
    expect(worth).toEqual(['6000.1']);
    bench.touch('70000', '70000.02', 1000);
    expect(worth).toEqual(['6000.1', '7000.001']);
    const early = new EngineBench(bench.settings, { restored: { fills: [fillOf({ strategy: 's' })] } });
    early.timer();
    expect(early.strategy().reason).toContain('ask isFresh first');
  });

  it('tell the same alert once an hour', () => {
    const bench = benchOf(() => ({ onBook: (_book, ctx) => ctx.alert('wide') }));
    bench.touch('60000', '60001', 1000);
    bench.touch('60000', '60001', 3_600_000);
    expect(bench.notices('alert')).toEqual([
      { type: 'alert', strategy: 's', message: 'wide' },
      { type: 'alert', strategy: 's', message: 'wide' },
    ]);
  });
});
