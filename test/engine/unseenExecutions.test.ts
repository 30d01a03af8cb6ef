import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { exposureMessage } from '../../src/engine/risk/exposure.ts';
import type { OrderKeeper } from '../../src/engine/orderKeeper.ts';
import { SELL } from '../../src/model/side.ts';
import type { Report } from '../../src/model/event.ts';
import { lotsOf, ticksOf } from '../../src/model/grid.ts';
import type { EngineRoom } from './engineRoom.ts';
import { euro, fillOf, NOON, touch } from './fixtures.ts';
import { opened, orderIn, replaced, reserved } from './orderRoom.ts';
import { orderRequestIn, roomIn } from './risk/situation.ts';

const FINAL: Report = { type: 'replacement-final', intentId: 'r' };

/** A buy of 1 BTC at 60000 was replaced by one of `amount` at 61000, of which `open` is open, and `filled` was known to be executed before. */
function replacedRoom(amount: string, filled?: string, open = amount): EngineRoom {
  const room = roomIn({ limits: { maxExposure: euro('120000') } });
  room.placed('i', 'Buy', '60000', '1');
  room.take(opened('1'));
  if (filled !== undefined) room.executed(before(filled));
  room.replacing(orderIn(room), 'r', '61000', amount);
  room.take({ ...replaced(open, NOON + 10), isFinal: false });
  return room;
}

function before(amount: string): ReturnType<typeof fillOf> {
  return fillOf({ id: `f${amount}`, orderId: 'o', amount: dec(amount), tradedAt: NOON + 5 });
}

function isTooMuch(room: EngineRoom, amount: string): boolean {
  return exposureMessage(orderRequestIn(room, { amount }), room.engine.state) !== undefined;
}

describe('what a replaced order may have executed before', () => {
  it('counts as held until it is known', () => {
    const room = replacedRoom('1');
    expect(isTooMuch(room, '0.0001')).toBe(true);
    room.take(FINAL);
    expect(isTooMuch(room, '1')).toBe(false);
    expect(isTooMuch(room, '1.0001')).toBe(true);
  });

  it('counts as reserved, at the price that it had', () => {
    const room = replacedRoom('1');
    expect(reserved(room)).toEqual({ EUR: '121000', BTC: '0' });
    room.take(FINAL);
    expect(reserved(room)).toEqual({ EUR: '61000', BTC: '0' });
  });

  it('is what was left of the order', () => {
    expect(reserved(replacedRoom('0.5', '0.25'))).toEqual({ EUR: '75500', BTC: '0' });
  });

  it('has what was asked for and is not open: it may have met other orders at once, at the new price', () => {
    const room = replacedRoom('1', '0.5', '0');
    expect(reserved(room)).toEqual({ EUR: '91500', BTC: '0' });
    expect(isTooMuch(room, '0.0001')).toBe(true);
    room.executed(fillOf({ id: 'at once', orderId: 'o', amount: dec('1'), price: dec('61000'), tradedAt: NOON + 10 }));
    expect(reserved(room)).toEqual({ EUR: '30500', BTC: '0' });
    room.take(FINAL);
    expect(reserved(room)).toEqual({ EUR: '0', BTC: '0' });
    expect(isTooMuch(room, '0.5')).toBe(false);
    expect(isTooMuch(room, '0.5001')).toBe(true);
  });

  it('becomes an execution when that comes, and is never counted twice', () => {
    const room = replacedRoom('1');
    room.executed(before('0.4'));
    expect(reserved(room)).toEqual({ EUR: '97000', BTC: '0' });
    expect(isTooMuch(room, '0.0001')).toBe(true);
    room.take(FINAL);
    expect(reserved(room)).toEqual({ EUR: '61000', BTC: '0' });
    expect(isTooMuch(room, '0.6')).toBe(false);
    expect(isTooMuch(room, '0.6001')).toBe(true);
  });

  it('does not end with the order', () => {
    const room = replacedRoom('1');
    room.executed(fillOf({ orderId: 'o', amount: dec('1'), tradedAt: NOON + 20 }));
    expect(orderIn(room).state).toBe('closed');
    expect(isTooMuch(room, '0.0001')).toBe(true);
    room.take(FINAL);
    expect(isTooMuch(room, '1')).toBe(false);
  });

  it('is nothing where a venue tells all at once', () => {
    const room = roomIn({ limits: { maxExposure: euro('120000') } });
    room.placed('i', 'Buy', '60000', '1');
    room.take(opened('1'));
    room.replacing(orderIn(room), 'r', '61000', '1');
    room.take(replaced('1', NOON + 10));
    expect(isTooMuch(room, '1')).toBe(false);
    expect(reserved(room)).toEqual({ EUR: '61000', BTC: '0' });
  });

  it('is not taken for what others hold', () => {
    const room = replacedRoom('1');
    room.engine.balances([{ currency: 'EUR', total: dec('200000'), available: dec('139000') }]);
    room.take(FINAL);
    expect(room.market().quote.heldByOthers.decimal.toFixed()).toBe('0');
  });

  it('does not keep a position from being closed', () => {
    const room = roomIn({ held: '1' });
    const { engine } = room;
    room.placed('i', 'Sell', '60000', '0.6');
    room.take(opened('0.6'));
    room.replacing(orderIn(room), 'r', '61000', '0.4');
    room.take({ ...replaced('0.4', NOON + 10), isFinal: false });
    engine.balances([{ currency: 'BTC', total: dec('1'), available: dec('0.6') }]);
    expect(reserved(room)).toMatchObject({ BTC: '1' });
    const seat = engine.state.seat('s', 'BTC/EUR')!;
    const { grid } = room.market().pair;
    const shape = {
      seat,
      market: room.market(),
      side: SELL,
      ticks: ticksOf(grid, dec('60100'), 'exact'),
      lots: lotsOf(grid, dec('0.5'), 'exact'),
    };
    const keeper = { changed: () => undefined, letGo: () => undefined } as OrderKeeper;
    const place = (reduces: boolean): unknown =>
      engine.dealing.placeFor(keeper, { ...shape, tag: undefined, isExact: false, reduces }, () => undefined);
    expect(place(false)).toBeUndefined();
    expect(engine.refusals.counts).toEqual({ s: { balance: 1 } });
    expect(place(true)).toBeDefined();
  });

  it('makes the desk wait for a moment, without a word and without a cancel; after that it is refused', () => {
    const room = replacedRoom('1');
    const { engine } = room;
    const order = orderIn(room);
    const move = (): string => engine.dealing.replace(order, order.ticks - 1, order.lots);
    expect(move()).toBe('busy');
    expect(engine.refusals.counts).toEqual({});
    engine.state.now = NOON + 10_000;
    engine.book(room.market(), { ...touch('59990', '60010'), receivedAt: engine.state.now });
    expect(move()).toBe('refused');
    expect(engine.refusals.counts).toEqual({ s: { exposure: 1 } });
    expect(room.notices.at(-1)).toMatchObject({
      rule: 'exposure',
      message: expect.stringContaining('until the trades are read') as string,
    });
    room.take(FINAL);
    expect(move()).toBe('sent');
  });
});
