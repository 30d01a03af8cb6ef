import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/base/instant.ts';
import { EarlyReports } from '../../src/engine/earlyReports.ts';
import { BUY, SELL } from '../../src/model/side.ts';
import { EngineRoom } from './engineRoom.ts';
import { dec } from '../../src/base/decimal.ts';
import { fillOf, NOON, orderOf } from './fixtures.ts';

/** To buy 1 BTC at 60000. */
const TICKS = 6_000_000;
const LOTS = 100_000;

describe('Shapes', () => {
  it('are taken by a live order of the same symbol, side, price and amount, whole or what is left of it', () => {
    const room = roomWith({});
    expect(isTaken(room)).toBe(true);
    expect(isTaken(roomWith({ filled: dec('0.6') }), { lots: 40_000 })).toBe(true);
    for (const other of [{ symbol: 'ETH/EUR' }, { side: SELL }, { lots: LOTS - 1 }, { ticks: TICKS + 1 }, { isMarket: true }]) {
      expect(isTaken(room, other)).toBe(false);
    }
    expect(isTaken(roomWith({ type: 'Market', price: undefined }), { isMarket: true })).toBe(true);
    expect(isTaken(roomWith({ type: 'Market', price: undefined }))).toBe(false);
  });

  it('are free again when the order is canceled', () => {
    const room = roomWith({});
    room.take({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: dec('0') });
    expect(isTaken(room)).toBe(false);
  });

  it('stay taken for a day after an order failed: it may still turn up', () => {
    const room = new EngineRoom();
    room.placed('i', 'Buy', '60000', '1');
    room.take({ type: 'intent-not-sent', intentId: 'i', kind: 'place', reason: 'late' });
    room.engine.state.now = NOON + DAY_MS - 1;
    expect(isTaken(room)).toBe(true);
    expect(isTaken(room, { lots: LOTS - 1 })).toBe(false);
    room.engine.state.now = NOON + DAY_MS;
    expect(isTaken(room)).toBe(false);
  });

  it("are taken by somebody else's order (F38)", () => {
    const room = new EngineRoom();
    const foreign = { type: 'external-order', orderId: 'foreign', symbol: 'BTC/EUR', side: 'Buy' } as const;
    room.take({ ...foreign, price: dec('60000'), amount: dec('1') });
    expect(isTaken(room)).toBe(true);
    expect(isTaken(room, { isMarket: true })).toBe(false);
    room.take({ ...foreign, orderId: 'at the market', price: undefined, amount: dec('1') });
    expect(isTaken(room, { isMarket: true })).toBe(true);
  });

  it("take no notice of somebody else's order that is off the grid: it is like none of ours", () => {
    const room = new EngineRoom();
    const foreign = { type: 'external-order', orderId: 'foreign', symbol: 'BTC/EUR', side: 'Buy' } as const;
    room.take({ ...foreign, price: dec('60000.005'), amount: dec('1') });
    room.take({ ...foreign, price: dec('60000'), amount: dec('1e30') });
    expect(isTaken(room)).toBe(false);
    expect(room.market().frozen).toBeUndefined();
  });
});

describe('EarlyReports', () => {
  it('hands out what was held for an order, once', () => {
    const early = new EarlyReports();
    const fill = { type: 'fill', fill: fillOf() } as const;
    early.hold('o', fill);
    expect(early.take('other')).toEqual([]);
    expect(early.take('o')).toEqual([fill]);
    expect(early.take('o')).toEqual([]);
  });

  it('holds the newest of a limited number', () => {
    const early = new EarlyReports();
    for (let i = 0; i < 300; i++) early.hold('o', { type: 'cancel-accepted', orderId: String(i) });
    expect(early.take('o')).toHaveLength(200);
    for (let i = 0; i < 5001; i++) early.hold(String(i), { type: 'cancel-accepted', orderId: 'x' });
    expect(early.take('0')).toEqual([]);
    expect(early.take('5000')).toHaveLength(1);
  });
});

function roomWith(given: Parameters<typeof orderOf>[0]): EngineRoom {
  const room = new EngineRoom();
  room.reports.restore(orderOf(given));
  return room;
}

interface Asked {
  readonly symbol?: string;
  readonly side?: number;
  readonly isMarket?: boolean;
  readonly ticks?: number;
  readonly lots?: number;
}

function isTaken(room: EngineRoom, { symbol, side = BUY, isMarket = false, ticks = TICKS, lots = LOTS }: Asked = {}): boolean {
  return room.engine.orders.isTaken(room.market(symbol), side, isMarket, isMarket ? 0 : ticks, lots);
}
