import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { EngineLoop, type EngineLoopOptions } from '../../src/daemon/engineLoop.ts';
import { strategy } from '../../src/engine/strategy.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { EMA } from '../../src/market/ema.ts';
import type { Event, EventBody } from '../../src/model/event.ts';
import { BTC, configured } from '../engine/fixtures.ts';
import { recordedMarket, type Row } from '../research/backtest/recordedMarket.ts';

const LANE: EventBody = { type: 'report', report: { type: 'lane-opened', lane: 'spot:BTC/EUR' } };

function loopOf(more: Partial<EngineLoopOptions> = {}, strategies: readonly StrategySettings[] = []) {
  const fatal: Fault[] = [];
  const trouble: string[] = [];
  const loop = new EngineLoop({
    clock: new VirtualClock(1000),
    engine: {
      strategies,
      replaces: true,
      seed: 1,
      limits: {
        symbols: [],
        maxOrderValue: undefined,
        maxOpenOrders: undefined,
        priceCollar: undefined,
        staleAfterMs: 1000,
        maxOrdersPerMinute: undefined,
        maxDailyLoss: undefined,
        budgets: {},
      },
    },
    execute: () => undefined,
    saveState: () => undefined,
    onFatal: (fault) => fatal.push(fault),
    onTrouble: (message) => trouble.push(message),
    ...more,
  });
  return { loop, fatal, trouble };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe(EngineLoop.name, () => {
  it('stamps events in one order, also those that come out of an event', () => {
    const { loop } = loopOf();
    const seen: [string, number, number][] = [];
    loop.events$.subscribe((event) => {
      if (event.type === 'timer') loop.post(LANE);
      seen.push([event.type, event.sequence, event.at]);
    });
    loop.post({ type: 'timer' });
    loop.post({ type: 'timer' });
    expect(seen).toEqual([
      ['timer', 0, 1000],
      ['report', 1, 1000],
      ['timer', 2, 1000],
      ['report', 3, 1000],
    ]);
  });

  it('drops what comes again by itself when the inbox is full, and says so', () => {
    const { loop, fatal, trouble } = loopOf();
    let flooded = false;
    loop.events$.subscribe(() => {
      if (flooded) return;
      flooded = true;
      for (let i = 0; i < 10_001; i++) loop.post({ type: 'timer' });
    });
    loop.post({ type: 'timer' });
    expect(trouble).toEqual(['the inbox is full: a timer was dropped']);
    expect(fatal).toEqual([]);
  });

  it('gives up rather than lose a report', () => {
    const { loop, fatal } = loopOf();
    let flooded = false;
    let seen = 0;
    loop.events$.subscribe(() => {
      seen++;
      if (flooded) return;
      flooded = true;
      for (let i = 0; i < 10_005; i++) loop.post(LANE);
    });
    loop.post({ type: 'timer' });
    expect(fatal.map(({ code, message }) => [code, message])).toEqual([['internal', 'the inbox is full, and a report may not be lost']]);
    expect(seen).toBe(1);
    loop.post({ type: 'timer' });
    expect(seen).toBe(1);
  });

  it('gives up once when the engine breaks', () => {
    const { loop, fatal } = loopOf();
    loop.post({ type: 'unheard-of' } as unknown as EventBody);
    loop.post({ type: 'unheard-of' } as unknown as EventBody);
    expect(fatal).toHaveLength(1);
    expect(fatal[0]!.message).toContain('the engine failed');
  });

  it('tells all who listen when it ends', () => {
    const { loop } = loopOf();
    const ended: string[] = [];
    loop.events$.subscribe({ complete: () => ended.push('events') });
    loop.commands$.subscribe({ complete: () => ended.push('commands') });
    loop.notices$.subscribe({ complete: () => ended.push('notices') });
    loop.end();
    loop.post({ type: 'timer' });
    expect(ended).toEqual(['events', 'commands', 'notices']);
  });

  describe('before it starts', () => {
    const average = strategy({
      about: '',
      params: {},
      setup: (_params, { context }) => {
        context.candles('1s').use(new EMA(29_999));
        return {};
      },
    });
    /** A book a second, up to now. */
    const rows: Row[] = Array.from({ length: 30_000 }, (_, i) => ({ at: i * 1000, bids: [[10, 5]], asks: [[12, 7]] }));
    const past: EngineLoopOptions['past'] = (_symbol, from, to) =>
      recordedMarket(
        BTC,
        rows.filter(({ at }) => at >= from && at < to),
      ).open();

    it('sets strategies up, and warms their signals up with what is recorded, while others have their turn', { tags: 'long' }, async () => {
      const clock = new VirtualClock(30_000_000);
      const { loop, trouble } = loopOf({ clock, past }, [configured(average, {})]);
      const seen: Event[] = [];
      loop.events$.subscribe((event) => seen.push(event));
      loop.post({ type: 'pairs', pairs: [BTC] });
      let others = 0;
      const cancel = clock.setTimer(0, () => others++);
      const warm = loop.warmUp([BTC]);
      expect(seen.length).toBe(22);
      await clock.advance(1, settle);
      await warm;
      cancel();
      expect(others).toBe(1);
      expect(seen.map(({ type }) => type).slice(0, 2)).toEqual(['pairs', 'set-up']);
      const looks = seen.flatMap((event) => (event.type === 'warm-up' ? event.looks.length / 5 : []));
      expect(looks).toEqual(Array.from({ length: 30 }, () => 1000));
      expect(trouble).toEqual([]);
    });

    it('says what is missing, and ends with the loop', async () => {
      const cold = loopOf({ clock: new VirtualClock(30_000_000), past: () => recordedMarket(BTC, []).open() }, [configured(average, {})]);
      cold.loop.post({ type: 'pairs', pairs: [BTC] });
      await cold.loop.warmUp([BTC]);
      expect(cold.trouble).toEqual([expect.stringContaining('of BTC/EUR nothing of that is recorded')]);
      const clock = new VirtualClock(30_000_000);
      const ended = loopOf({ clock, past }, [configured(average, {})]);
      ended.loop.post({ type: 'pairs', pairs: [BTC] });
      const warm = ended.loop.warmUp([BTC]);
      ended.loop.end();
      await clock.advance(1, settle);
      await warm;
      expect(ended.trouble).toEqual([]);
    });

    it('reads nothing where no strategy needs it', async () => {
      const { loop, trouble } = loopOf(
        { past: () => expect.unreachable() },
        [configured(average, {})].map((one) => ({ ...one, warmUpMs: 0 })),
      );
      loop.post({ type: 'pairs', pairs: [BTC] });
      await loop.warmUp([BTC]);
      expect(trouble).toEqual([]);
    });
  });
});
