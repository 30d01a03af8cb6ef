import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { shownOrder } from '../../src/engine/shownOrder.ts';
import { EngineBench } from './engineBench.ts';
import { EngineRoom } from './engineRoom.ts';
import { fillOf, NOON, orderOf, settingsOf } from './fixtures.ts';
import { isLaneBusy, opened, orderIn, placed, replacing, reserved, shown } from './orderRoom.ts';

describe('Orders', () => {
  it('follow a place from pending over open to closed', () => {
    const room = placed('1');
    expect(shown(room)).toMatchObject({ state: 'pending', orderId: undefined });
    expect(isLaneBusy(room)).toBe(true);
    expect(isLaneBusy(room, 'ETH/EUR')).toBe(false);
    room.take(opened('1'));
    expect(shownOrder(room.known.byOrderId('o')!)).toMatchObject({ state: 'open', intentId: 'i' });
    expect(isLaneBusy(room)).toBe(false);
    room.take({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO });
    expect(shown(room)).toMatchObject({ state: 'closed', closedBy: 'canceled' });
    expect(room.engine.orders.live.length).toBe(0);
  });

  it('hold what comes before the answer that names the order, and take it with that (F30)', () => {
    const room = placed('1');
    room.executed(fillOf({ orderId: 'o' }));
    room.take({ type: 'order-closed', orderId: 'o', end: 'filled', filled: dec('1') });
    expect(shown(room)).toMatchObject({ state: 'pending', filled: ZERO });
    room.take(opened('1'));
    expect(shown(room)).toMatchObject({ state: 'closed', closedBy: 'filled', filled: dec('0.1') });
  });

  it('count a fill that names the intent before the order is opened', () => {
    const room = placed('1');
    room.executed(fillOf({ orderId: 'o', intentId: 'i', amount: dec('1') }));
    expect(shown(room)).toMatchObject({ state: 'pending', filled: dec('1') });
    room.take(opened('1'));
    expect(shown(room)).toMatchObject({ state: 'closed', closedBy: 'filled' });
  });

  it('ignore an "opened" that comes after the end (F31)', () => {
    const room = placed('1');
    room.take(opened('1'));
    room.executed(fillOf({ orderId: 'o', amount: dec('1') }));
    room.take(opened('1'));
    expect(shown(room)).toMatchObject({ state: 'closed', closedBy: 'filled' });
    expect(room.engine.orders.live.length).toBe(0);
  });

  it('say of a canceled order that was filled to the last lot that it was filled (F32)', () => {
    const room = placed('1');
    room.take(opened('1'));
    room.engine.orders.canceling(orderIn(room));
    room.take({ type: 'cancel-failed', orderId: 'o', reason: 'not found' });
    expect(shown(room)).toMatchObject({ state: 'open', canceling: false });
    room.executed(fillOf({ orderId: 'o', amount: dec('1') }));
    room.take({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: dec('1') });
    expect(shown(room).closedBy).toBe('filled');
  });

  it('keep an unknown order live until it is adopted or proven not to be there', () => {
    const room = placed('1');
    room.take({ type: 'intent-unknown', intentId: 'i', kind: 'place', lane: 'spot:BTC/EUR', reason: 'timeout' });
    expect(shown(room).state).toBe('unknown');
    expect(isLaneBusy(room)).toBe(true);
    room.take({ ...opened('1'), adopted: true });
    expect(shown(room).state).toBe('open');
    expect(isLaneBusy(room)).toBe(false);
  });

  it('do not believe a refusal of an order that the venue has', () => {
    const room = placed('1');
    room.take(opened('1'));
    room.take({ type: 'intent-refused', intentId: 'i', kind: 'place', code: 'x', message: '' });
    expect(shown(room).state).toBe('open');
  });

  it('name an order as stray that turns up although it was held to be refused, or besides the one that is bound', () => {
    const refused = placed('1');
    refused.take({ type: 'intent-refused', intentId: 'i', kind: 'place', code: 'x', message: '' });
    refused.take({ ...opened('1'), adopted: true });
    expect(refused.strays).toEqual(['o']);
    expect(shown(refused).state).toBe('closed');
    const bound = placed('1');
    bound.take(opened('1'));
    bound.take({ ...opened('1'), orderId: 'second' });
    expect(bound.strays).toEqual(['second']);
    expect(shown(bound).orderId).toBe('o');
    expect(bound.known.byOrderId('second')).toBe(orderIn(bound));
  });

  it('remember when a cancel was tried', () => {
    const room = placed('1');
    room.take(opened('1'));
    expect(orderIn(room).cancelTriedAt).toBe(-Infinity);
    room.engine.state.now = NOON + 5;
    expect(room.engine.dealing.cancel(orderIn(room))).toBe(true);
    expect(orderIn(room).cancelTriedAt).toBe(NOON + 5);
  });

  it('restore an order as it was, under both of its names', () => {
    const room = new EngineRoom();
    room.reports.restore(orderOf({ amount: dec('2'), filled: dec('0.5'), tag: 'mine', canceling: true }));
    const order = room.known.byOrderId('order-1')!;
    expect(room.known.byIntent('intent-1')).toBe(order);
    expect(shownOrder(order)).toEqual(orderOf({ amount: dec('2'), filled: dec('0.5'), tag: 'mine', canceling: true }));
    expect(isLaneBusy(room)).toBe(false);
    room.reports.restore(orderOf({ intentId: 'lost', orderId: undefined, state: 'unknown' }));
    expect(room.market().unknown).toBe(1);
  });
});

describe('a restored order', () => {
  it('counts once, however often it is told', () => {
    const bench = new EngineBench(settingsOf([]), { restored: { orders: [orderOf({ amount: dec('2') }), orderOf({ amount: dec('3') })] } });
    expect(bench.engine.snapshot().orders).toMatchObject([{ intentId: 'intent-1', amount: dec('2') }]);
  });
});

describe('what an order reserves', () => {
  it('is the price of what is left of a buy, and the amount of what is left of a sell', () => {
    const room = new EngineRoom();
    room.placed('b', 'Buy', '60000', '1');
    room.take({ ...opened('1'), intentId: 'b', orderId: 'b' });
    room.executed(fillOf({ orderId: 'b', amount: dec('0.25') }));
    expect(reserved(room)).toEqual({ EUR: '45000', BTC: '0' });
    room.placed('s', 'Sell', '61000', '1');
    room.take({ ...opened('1'), intentId: 's', orderId: 's', price: dec('61000') });
    room.executed(fillOf({ orderId: 's', side: 'Sell', amount: dec('0.25') }));
    expect(reserved(room)).toEqual({ EUR: '45000', BTC: '0.75' });
  });

  it('is the larger half of a replacement', () => {
    for (const [price, most] of [
      ['61000', '61000'],
      ['59000', '60000'],
    ]) {
      const room = placed('1');
      room.take(opened('1'));
      room.replacing(orderIn(room), 'r', price!, '1');
      expect(reserved(room)).toEqual({ EUR: most, BTC: '0' });
    }
    const room = new EngineRoom();
    const sell = room.placed('i', 'Sell', '60000', '1');
    room.take(opened('1'));
    room.replacing(sell, 'r', '61000', '2');
    expect(reserved(room)).toEqual({ EUR: '0', BTC: '2' });
  });

  it('is nothing once it is closed', () => {
    const room = replacing('10');
    room.take({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO });
    expect(reserved(room)).toEqual({ EUR: '0', BTC: '0' });
  });
});
