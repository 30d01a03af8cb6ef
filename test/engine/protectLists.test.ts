import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS } from '../../src/base/instant.ts';
import type { LossLimits } from '../../src/engine/risk/limits.ts';
import { STOPS_KEY } from '../../src/engine/savedStops.ts';
import { DeskRoom } from './deskOrders/deskRoom.ts';
import { EngineBench } from './engineBench.ts';
import { BTC, euro, fillOf, limitsOf, settingsOf, severalOf } from './fixtures.ts';
import { benchOf, buy } from './protectionRoom.ts';

const CALM = { pauseMs: HOUR_MS, action: 'cancel' } as const;

describe('what a list of protections says of losses', () => {
  const list = (...also: readonly LossLimits[]): EngineBench => benchOf({ losses: { s: { action: 'cancel', also } } });

  it('acts by the limit that is reached, and by a stronger one when that comes', () => {
    const bench = list({ maxLoss: euro('100'), action: 'no-entries' }, { maxLoss: euro('300'), action: 'close' });
    buy(bench, '0.1');
    bench.touch('58990', '59010', 1000);
    bench.timer(0);
    expect(bench.engine.snapshot().stops.map(({ state, orders }) => [state, orders])).toEqual([['reducing', 'cancel']]);
    bench.touch('56990', '57010', 1000);
    bench.timer(0);
    const [stop] = bench.engine.snapshot().stops;
    expect(stop).toMatchObject({
      cause: 'max-loss',
      state: 'reducing',
      orders: 'close',
      reason: 's has lost 300 EUR in all, the limit is 300 EUR',
    });
    for (let i = 0; i < 20; i++) {
      for (const id of Array.from(bench.resting.keys())) bench.fill(id);
      bench.touch('56990', '57010', 1000);
      bench.timer(0);
    }
    expect(bench.strategy().position.amount.lt(BTC.minVolume), 'less than the least order stays').toBe(true);
    expect(bench.engine.snapshot().stops.map(({ state, orders }) => [state, orders])).toEqual([['halted', 'cancel']]);
    expect(
      bench.notices('trading').map(({ state, reason }) => [state, reason]),
      'each is told once',
    ).toEqual([
      ['reducing', 's has lost 100 EUR in all, the limit is 100 EUR'],
      ['reducing', 's has lost 300 EUR in all, the limit is 300 EUR'],
      ['halted', 's has lost 300 EUR in all, the limit is 300 EUR'],
    ]);
  });

  it('begins anew with the day, or when a person resumes the strategy', () => {
    const bench = list({ maxDailyLoss: euro('100'), action: 'no-entries' }, { maxDrawdown: euro('150'), action: 'cancel' });
    bench.timer(1000);
    buy(bench, '0.1');
    bench.timer(1000);
    bench.touch('58290', '58310', 1000);
    bench.timer(0);
    expect(bench.engine.snapshot().stops.map(({ cause, state }) => [cause, state])).toEqual([
      ['daily-loss', 'reducing'],
      ['max-drawdown', 'halted'],
    ]);
    bench.operator({ type: 'resume-trading', scope: { of: 'strategy', name: 's' } });
    bench.timer(1000);
    expect(
      bench.engine.snapshot().stops.map(({ cause }) => cause),
      'the day is not over',
    ).toEqual(['daily-loss']);
    bench.now += 13 * HOUR_MS;
    bench.touch('58290', '58310');
    bench.timer(1000);
    expect(bench.engine.snapshot().stops).toEqual([]);
  });
});

describe('cool-down after a stop', () => {
  const rule = { kind: 'cool-down', after: 'stop', pauseMs: 2 * HOUR_MS, action: 'no-entries' } as const;
  const stopped = (): DeskRoom => {
    const room = new DeskRoom({ limits: { protections: { s: [rule] } } });
    room.hold('0.009');
    room.place({ kind: 'stop', amount: 'position', stop: dec('59000') });
    room.book('58900', '58910');
    return room;
  };

  it('begins when the stop has closed all, ends by itself, and tells both once', () => {
    const room = stopped();
    expect(room.bench.engine.snapshot().stops, 'the exit goes first').toEqual([]);
    room.fillAll();
    const closedAt = room.bench.now;
    room.book('58900', '58910');
    const [stop] = room.bench.engine.snapshot().stops;
    expect(stop).toMatchObject({
      cause: 'protection',
      state: 'reducing',
      reason: 'cool-down after a stop of s on BTC/EUR',
      until: closedAt + 2 * HOUR_MS,
    });
    expect(room.ctx.place({ side: 'Buy', price: dec('58000'), amount: dec('0.009') })).toBeUndefined();
    room.bench.now += 2 * HOUR_MS;
    room.bench.timer(1000);
    room.book('58900', '58910');
    expect(room.ctx.place({ side: 'Buy', price: dec('58000'), amount: dec('0.009') })).toBeDefined();
    expect(room.bench.notices('trading').map(({ state }) => state)).toEqual(['reducing', 'active']);
  });

  it('is on disk before the stop is forgotten, whenever the process dies', () => {
    const room = stopped();
    room.fillAll();
    const names = room.bench.notices('save-state').map(({ strategy }) => strategy);
    expect(names.slice(-2)).toEqual([STOPS_KEY, ':desk-orders s BTC/EUR']);
  });

  it('does not begin with a take-profit, nor with a stop that is canceled', () => {
    const room = new DeskRoom({ limits: { protections: { s: [rule] } } });
    room.hold('0.009');
    const id = room.place({ kind: 'stop', amount: 'position', stop: dec('59000') });
    room.ctx.cancel(id);
    room.place({ kind: 'take-profit', amount: 'position', price: dec('61000') });
    room.fillAll();
    room.book('59990', '60010');
    expect(room.bench.engine.snapshot().stops).toEqual([]);
  });
});

describe('low-profit of a strategy of several markets', () => {
  it('keeps unlike quote currencies apart: BTC are not added to EUR', () => {
    const rule = { kind: 'low-profit', trades: 2, withinMs: HOUR_MS, least: dec('1'), ...CALM } as const;
    const settings = settingsOf([severalOf(() => ({}), { eur: 'ETH/EUR', btc: 'ETH/BTC' })], {
      limits: limitsOf({ protections: { s: [rule] } }),
    });
    const bench = new EngineBench(settings);
    bench.touch('2999', '3001', 0, 'ETH/EUR');
    bench.touch('0.0499', '0.0501', 0, 'ETH/BTC');
    const deal = (symbol: string, side: 'Buy' | 'Sell', price: string, orderId: string): void => {
      const fill = fillOf({ strategy: 's', symbol, side, price: dec(price), amount: dec('1'), orderId, tradedAt: bench.now });
      bench.report({ type: 'fill', fill });
    };
    deal('ETH/EUR', 'Buy', '3000', 'a');
    deal('ETH/EUR', 'Sell', '2990', 'b');
    deal('ETH/BTC', 'Buy', '0.05', 'c');
    deal('ETH/BTC', 'Sell', '20', 'd');
    expect(bench.engine.snapshot().stops, 'one trade of each').toEqual([]);
    deal('ETH/EUR', 'Buy', '3000', 'e');
    deal('ETH/EUR', 'Sell', '3005', 'f');
    expect(bench.engine.snapshot().stops.map(({ reason }) => reason)).toEqual(['2 trades within 1 h 0 min earned -5 EUR, less than 1']);
  });
});
