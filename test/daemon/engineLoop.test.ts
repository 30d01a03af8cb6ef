import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/base/fault.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { EngineLoop } from '../../src/daemon/engineLoop.ts';
import type { EventBody } from '../../src/model/event.ts';

const LANE: EventBody = { type: 'report', report: { type: 'lane-opened', lane: 'spot:BTC/EUR' } };

function loopOf() {
  const fatal: Fault[] = [];
  const trouble: string[] = [];
  const loop = new EngineLoop({
    clock: new VirtualClock(1000),
    engine: {
      strategies: [],
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
  });
  return { loop, fatal, trouble };
}

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
});
