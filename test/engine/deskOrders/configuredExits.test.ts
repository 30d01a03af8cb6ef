import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { ExitOrder } from '../../../src/engine/deskOrders/newOrder.ts';
import type { StrategyContext } from '../../../src/engine/strategy.ts';
import type { DeskOrder } from '../../../src/model/deskOrder.ts';
import type { PositionEntry } from '../../../src/model/positionEntry.ts';
import { type BenchOptions, EngineBench } from '../engineBench.ts';
import { NOON, settingsOf, strategyOf } from '../fixtures.ts';

const TRAIL: readonly ExitOrder[] = [{ kind: 'trailing-stop', trailBps: 100 }];
const BOTH: readonly ExitOrder[] = [
  { kind: 'stop', lossBps: 100 },
  { kind: 'take-profit', gainBps: 200 },
];

function entry(amount: string, given: Partial<PositionEntry> = {}): PositionEntry {
  const rest = { cause: 'correction', strategy: 'guard', symbol: 'BTC/EUR', price: dec('60000'), note: undefined } as const;
  return { id: `entry ${amount}`, ...rest, amount: dec(amount), at: NOON - 1, ...given };
}

/** A position without code, whose exits the configuration names. */
class Room {
  readonly bench: EngineBench;

  constructor(exits: readonly ExitOrder[] | undefined, options: BenchOptions = { restored: { entries: [entry('0.009')] } }) {
    this.bench = new EngineBench(settingsOf([{ ...strategyOf({}, 'guard'), exits }]), options);
    this.book('59990', '60010');
  }

  book(bid: string, ask: string): void {
    this.bench.touch(bid, ask, 1000);
    this.bench.timer(0);
  }

  get kept(): readonly DeskOrder[] {
    return this.bench.engine.snapshot().deskOrders;
  }

  get ladder(): string[] {
    return this.bench.ladder();
  }

  fillAll(): void {
    const now = Array.from(this.bench.resting.keys());
    for (const id of now) this.bench.fill(id);
  }

  get warned(): string[] {
    return this.bench.notices('log').flatMap(({ level, message }) => (level === 'warn' ? [message] : []));
  }

  /** What the next life finds, which has these exits. */
  next(exits: readonly ExitOrder[] | undefined): Room {
    const states = Object.fromEntries(this.bench.notices('save-state').map(({ strategy, state }) => [strategy, state]));
    return new Room(exits, { at: this.bench.now + 60_000, orders: 100, restored: { states, entries: [entry('0.009')] } });
  }
}

describe('exits of the configuration', () => {
  it('watch what is held, and close it', () => {
    const room = new Room(TRAIL);
    expect(room.kept.map(({ kind, state, stop }) => [kind, state, stop?.toFixed()])).toEqual([['trailing-stop', 'active', '59390.1']]);
    room.book('62000', '62010');
    expect(room.kept[0]?.stop?.toFixed()).toBe('61380');
    room.book('61380', '61390');
    expect(room.ladder).toEqual(['Sell 0.009 at 60771.15']);
    room.fillAll();
    room.book('61380', '61390');
    expect(room.kept).toEqual([]);
  });

  it('wait for a position, and come anew with the next one', () => {
    const room = new Room(TRAIL, {});
    expect(room.kept).toEqual([]);
    room.bench.send({ type: 'position-entry', entry: entry('0.009') });
    expect(room.kept).toHaveLength(1);
    const [first] = room.kept;
    room.bench.send({ type: 'position-entry', entry: entry('-0.009') });
    room.book('59990', '60010');
    expect(room.kept, 'nothing is left to close').toEqual([]);
    room.bench.send({ type: 'position-entry', entry: entry('0.004') });
    expect(room.kept.map(({ id }) => id)).not.toContain(first!.id);
    expect(room.kept).toHaveLength(1);
  });

  it('ask for nothing while less than the least order is held', () => {
    const room = new Room(TRAIL, { restored: { entries: [entry('0.00005')] } });
    expect(room.kept).toEqual([]);
    expect(room.bench.notices('refused')).toEqual([]);
  });

  it('several end each other, and count from the price of the position, which may change', () => {
    const room = new Room(BOTH);
    expect(room.ladder).toEqual(['Sell 0.009 at 61200']);
    expect(room.kept[0]?.stop?.toFixed()).toBe('59400');
    room.bench.send({ type: 'position-entry', entry: entry('0.009', { id: 'more', price: dec('59900') }) });
    room.book('59990', '60010');
    expect(room.kept[0]?.stop?.toFixed(), '1 % below 59950').toBe('59350.5');
    room.book('59350', '59360');
    room.book('59350', '59360');
    const sold = room.ladder.map((line) => dec(line.split(' ')[1]!)).reduce((sum, amount) => sum.plus(amount));
    expect(sold.toFixed(), 'all of it, by one order').toBe('0.018');
  });

  it('are not orders of the strategy itself, which asks for its own', () => {
    const seen: number[] = [];
    const strategy = strategyOf({ onBook: (_, ctx) => void seen.push(ctx.liveOrders) }, 'guard');
    const bench = new EngineBench(settingsOf([{ ...strategy, exits: TRAIL }]), { restored: { entries: [entry('0.009')] } });
    bench.touch('59990', '60010');
    bench.touch('59990', '60011', 1000);
    expect(seen).toEqual([0, 0]);
  });

  it('go on after a restart with their mark', () => {
    const room = new Room(TRAIL);
    room.book('62000', '62010');
    const later = room.next(TRAIL);
    expect(later.kept.map(({ state }) => state)).toEqual(['working']);
    expect(later.ladder, '59990 is below 1 % under 62000').toEqual(['Sell 0.009 at 59400']);
    expect(later.warned).toEqual([]);
  });

  it('that have changed are canceled and replaced, which is told', () => {
    const room = new Room(BOTH);
    const later = room.next([{ kind: 'trailing-stop', trailBps: 300 }]);
    later.book('59990', '60010');
    expect(later.kept.map(({ kind, stop }) => [kind, stop?.toFixed()])).toEqual([['trailing-stop', '58190.3']]);
    expect(later.warned).toEqual([
      'its exits on BTC/EUR have changed in the configuration: the ones before are canceled, and those of now take their place',
    ]);
  });

  it('that were removed are canceled, which is told', () => {
    const later = new Room(TRAIL).next(undefined);
    later.book('59000', '59010');
    expect([later.kept, later.ladder]).toEqual([[], []]);
    expect(later.warned).toEqual([
      'its exits on BTC/EUR have changed in the configuration: the ones before are canceled, and nothing watches the position any more',
    ]);
  });

  it('that have fired before the configuration changed close what they were to close', () => {
    const room = new Room(TRAIL);
    room.book('59000', '59010');
    expect(room.kept[0]?.state).toBe('working');
    const later = room.next([{ kind: 'trailing-stop', trailBps: 300 }]);
    expect(later.ladder).toEqual(['Sell 0.009 at 59400']);
    expect(later.warned).toEqual([]);
  });

  it('that a person cancels stay away until the position changes, which is told', () => {
    const room = new Room(TRAIL);
    room.bench.operator({ type: 'cancel', intentId: 'i', orderId: room.kept[0]!.id, symbol: 'BTC/EUR' });
    room.book('50000', '50010');
    expect([room.kept, room.ladder]).toEqual([[], []]);
    expect(room.warned).toEqual([
      'its exits on BTC/EUR were canceled by hand: they come back when its position changes, or with the next start',
    ]);
    room.bench.send({ type: 'position-entry', entry: entry('0.001') });
    expect(room.kept).toHaveLength(1);
  });

  it('that the desk refuses are told, and asked for again each minute', () => {
    const room = new Room([{ kind: 'stop', stop: dec('1e30') }]);
    for (let i = 0; i < 58; i++) room.book('59990', '60010');
    const message = 'stop must be a price of BTC/EUR, not 1000000000000000000000000000000';
    expect(room.bench.notices('refused').map((notice) => notice.message)).toEqual([message]);
    for (let i = 0; i < 5; i++) room.book('59990', '60010');
    expect(room.bench.notices('refused').map((notice) => notice.message)).toEqual([message, message]);
  });

  it('have their place beside all orders and keys that a strategy may have', { tags: 'long' }, () => {
    let ctx: StrategyContext | undefined;
    const full = { ...strategyOf({ onStart: (own) => void (ctx = own) }, 'guard'), exits: TRAIL };
    const once = Array.from({ length: 10_000 }, (_, i) => `key ${i}`);
    const states = { ':desk-orders guard BTC/EUR': JSON.stringify({ orders: [], once }) };
    const bench = new EngineBench(settingsOf([full]), { restored: { states } });
    bench.touch('59990', '60010');
    for (let i = 0; i < 201; i++) ctx!.place({ kind: 'stop', side: 'Buy', stop: 70_000 + i, amount: dec('0.001') });
    expect(ctx!.deskOrders).toHaveLength(200);
    expect(ctx!.place({ kind: 'market', side: 'Buy', amount: dec('0.001'), once: 'one more' })).toBeUndefined();
    bench.send({ type: 'position-entry', entry: entry('0.009', { at: bench.now }) });
    bench.touch('59990', '60010', 1000);
    expect(bench.engine.snapshot().deskOrders.at(-1)).toMatchObject({ kind: 'trailing-stop', state: 'active' });
  });
});
