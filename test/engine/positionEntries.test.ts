import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { foldProbe, HistoryFold, NO_HISTORY, tellInTime } from '../../src/engine/historyFold.ts';
import type { StrategyContext } from '../../src/engine/strategy.ts';
import type { Fill } from '../../src/model/fill.ts';
import type { PositionEntry } from '../../src/model/positionEntry.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, NOON, settingsOf, strategyOf } from './fixtures.ts';

const OPENING: PositionEntry = {
  id: 'o',
  cause: 'opening',
  strategy: 's',
  symbol: 'ETH/EUR',
  amount: dec('8'),
  price: dec('2900'),
  at: NOON - 10,
  note: undefined,
};

const CORRECTION: PositionEntry = { ...OPENING, id: 'c', cause: 'correction', amount: dec('-3'), price: dec('3000'), at: NOON + 1 };

/** A sale of what it began with, and the engine that hears of both. */
function sold(amount: string, price: string, tradedAt: number): Fill {
  return fillOf({ symbol: 'ETH/EUR', side: 'Sell', amount: dec(amount), price: dec(price), strategy: 's', tradedAt });
}

function bench(restored: ConstructorParameters<typeof EngineBench>[1], limits = {}): EngineBench {
  const settings = settingsOf([strategyOf({}, 's', 'ETH/EUR')], { limits: limitsOf(limits) });
  return new EngineBench(settings, restored);
}

describe('ctx.entered', () => {
  it('is all that was entered, and no execution, also when it is in sums of an earlier life', () => {
    const seen: StrategyContext[] = [];
    const settings = settingsOf([strategyOf({ onStart: (own) => void seen.push(own) }, 's', 'ETH/EUR')]);
    for (const restored of [{ entries: [OPENING], fills: [sold('2', '3000', NOON)] }, { summed: [OPENING] }]) {
      const room = new EngineBench(settings, { restored });
      room.touch('2999.99', '3000.01', 0, 'ETH/EUR');
      room.send({ type: 'position-entry', entry: CORRECTION });
    }
    const texts = seen.map(({ entered }) => [entered.amount.toFixed(), entered.value.toFixed()]);
    expect(texts).toEqual([
      ['5', '14200'],
      ['5', '14200'],
    ]);
  });
});

describe('an opening', () => {
  it('is what the position begins with: amount, lots, average price, worth and profit know it', () => {
    let ctx!: StrategyContext;
    const settings = settingsOf([strategyOf({ onStart: (own) => void (ctx = own) }, 's', 'ETH/EUR')]);
    const room = new EngineBench(settings, { restored: { entries: [OPENING] } });
    room.touch('2999.99', '3000.01', 0, 'ETH/EUR');
    expect([ctx.position.amount.toFixed(), ctx.position.averagePrice?.toFixed(), ctx.worth.toFixed()]).toEqual(['8', '2900', '24000']);
    expect(ctx.positionLots).toBe(80_000);
    expect(room.strategy().unrealised?.toFixed()).toBe('800');
  });

  it('gives what is sold of it its profit, and the same digits live and after a restart', () => {
    const fill = sold('2', '3100', NOON + 5);
    const live = bench({ restored: { entries: [OPENING], fills: [fill] } });
    const { position } = live.strategy();
    expect([position.amount.toFixed(), position.realised.toFixed(), position.averagePrice?.toFixed()]).toEqual(['6', '400', '2900']);
    const fold = new HistoryFold(NO_HISTORY);
    tellInTime({ fills: [fill], conversions: [], entries: [OPENING] }, fold);
    const later = bench({ restored: { sums: fold.sums } }).strategy().position;
    expect({ ...later, averagePrice: later.averagePrice?.toFixed() }).toEqual({ ...position, averagePrice: '2900' });
    expect(fold.sums.flows).toEqual({ ETH: dec('-2'), EUR: dec('6200') });
    expect(foldProbe().flows['B']?.toFixed()).toBe('-13.3041');
  });

  it('counts for the budget, for the loss limit, and for exits: what is held may be sold', () => {
    const losses = { s: { maxLoss: euro('500'), action: 'no-entries' } } as const;
    const room = bench({ restored: { entries: [OPENING] } }, { budgets: { s: euro('10000') }, losses });
    room.touch('2899', '2901', 0, 'ETH/EUR');
    room.timer();
    expect(room.engine.snapshot().stops).toEqual([]);
    room.touch('2837', '2837.5', 0, 'ETH/EUR');
    room.timer();
    expect(room.engine.snapshot().stops.map(({ cause, reason }) => [cause, reason])).toEqual([
      ['max-loss', 's has lost 502 EUR in all, the limit is 500 EUR'],
    ]);
  });

  it('of a strategy that is not configured, or on another symbol, changes nothing', () => {
    const room = bench({ restored: { entries: [OPENING, { ...OPENING, strategy: 'other' }, { ...OPENING, symbol: 'BTC/EUR' }] } });
    expect(room.strategy().position.amount.toFixed()).toBe('8');
  });
});

describe('a correction while it runs', () => {
  it('changes the position and is no trade: no protection takes it for a loss', () => {
    const protections = { s: [{ kind: 'cool-down', after: 'trade', pauseMs: 60_000, action: 'cancel' }] } as const;
    const room = bench({ restored: { entries: [OPENING] } }, { protections });
    room.touch('2999', '3001', 0, 'ETH/EUR');
    room.send({ type: 'position-entry', entry: CORRECTION }, 1);
    const { position } = room.strategy();
    expect([position.amount.toFixed(), position.realised.toFixed()]).toEqual(['5', '300']);
    expect(room.engine.snapshot().stops).toEqual([]);
    expect(room.strategy().position.fills, 'each counts as one').toBe(2);
  });
});
