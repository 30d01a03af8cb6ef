import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { fillOf, orderOf } from '../fixtures.ts';
import { DeskRoom } from './deskRoom.ts';
import { next, remembered } from './nextLife.ts';

const BUY = { side: 'Buy', amount: dec('0.009') } as const;

describe('after a restart', () => {
  it('an order that was changed goes on at its new price', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, price: dec('59000') });
    room.bench.fill('order-1', dec('0.004'));
    room.amend(id, { price: dec('59500') });
    // A replaced order goes on under the intent that opened it.
    room.bench.resting.set('order-1', { ...room.bench.resting.get('order-1')!, intentId: id });
    const later = next(room, remembered(room));
    expect(later.kept[0]).toMatchObject({ id, kind: 'limit', state: 'working', filled: dec('0.004') });
    later.amend(id, { price: dec('59600') });
    expect(later.bench.ladder()).toEqual(['Buy 0.005 at 59600']);
    later.fillAll();
    expect(later.told.at(-1)).toBe('limit done filled');
    expect(later.ctx.position.amount).toEqual(dec('0.009'));
  });

  it('a change that was not sent yet is forgotten: the order rests as it was', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    room.ctx.amend(id, { price: dec('59500') });
    const later = next(room, remembered(room));
    later.book('59990', '60010');
    expect(later.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });
});

describe('the amount that a change asked for, after a restart', () => {
  const BEFORE = { price: dec('59000'), side: 'Buy', amount: dec('0.004') } as const;

  function changed(): { readonly room: DeskRoom; readonly replacedAt: number } {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    room.amend(id, { price: dec('59500') });
    keepIntent(room, 'order-1', id);
    return { room, replacedAt: room.bench.now };
  }

  /** A replaced order goes on under the intent that opened it. */
  function keepIntent(room: DeskRoom, orderId: string, id: string): void {
    const { childIds } = savedLeg(room, id);
    room.bench.resting.set(orderId, { ...room.bench.resting.get(orderId)!, intentId: childIds[0]! });
  }

  function savedLeg(room: DeskRoom, id: string): { readonly childIds: readonly string[]; readonly asked?: unknown } {
    const { orders } = JSON.parse(room.states[':desk-orders s BTC/EUR']!) as { orders: { id: string; legs: { childIds: string[] }[] }[] };
    return orders.find((order) => order.id === id)!.legs[0]!;
  }

  it('is kept when an execution from before the change shows only then', () => {
    const { room, replacedAt } = changed();
    const later = next(room, remembered(room));
    const late = fillOf({ ...BEFORE, orderId: 'order-1', tradedAt: replacedAt - 200 });
    later.bench.report({ type: 'fill', fill: late });
    later.book('59990', '60010');
    expect(later.bench.ladder()).toEqual(['Buy 0.005 at 59500']);
    later.fillAll();
    expect(later.ctx.position.amount).toEqual(dec('0.009'));
  });

  it('is kept when such an execution was read before the start', () => {
    const { room, replacedAt } = changed();
    const late = fillOf({ ...BEFORE, orderId: 'order-1', tradedAt: replacedAt - 200 });
    const later = next(room, remembered(room, [late]));
    expect(later.bench.commands('replace')).toMatchObject([{ orderId: 'order-1', price: dec('59500'), amount: dec('0.005') }]);
  });

  it('is forgotten with a change that the venue has refused', () => {
    const room = new DeskRoom({ answers: false });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'order-1', amount, price, adopted: false });
    room.amend(id, { amount: dec('0.005') });
    expect(savedLeg(room, id).asked).toEqual({ lots: 500, replacedAt: null });
    const replace = room.bench.commands('replace')[0]!;
    room.bench.report({ type: 'intent-refused', intentId: replace.intentId, kind: 'replace', code: 'other', message: 'no' });
    expect(savedLeg(room, id).asked).toBeUndefined();
  });

  it('waits for the outcome of a replacement that nobody knows, and counts when it turns out to be the order', () => {
    const room = new DeskRoom({ answers: false });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'order-1', amount, price, adopted: false });
    room.bench.resting.set('order-1', { intentId, symbol: 'BTC/EUR', side: 'Buy', price, amount });
    room.amend(id, { price: dec('59500') });
    const replace = room.bench.commands('replace')[0]!;
    const unknown = orderOf({
      intentId: replace.intentId,
      side: 'Buy',
      price: replace.price,
      amount: replace.amount,
      state: 'unknown',
      orderId: undefined,
    });
    const before = remembered(room);
    const later = next(room, { ...before, orders: [...before.orders!, unknown] });
    later.bench.resting.set('order-1', { intentId, symbol: 'BTC/EUR', side: 'Buy', price: replace.price, amount: replace.amount });
    const late = fillOf({ ...BEFORE, orderId: 'order-1', tradedAt: room.bench.now });
    later.bench.report({
      type: 'order-replaced',
      intentId: replace.intentId,
      orderId: 'order-1',
      newOrderId: 'order-1',
      price: replace.price,
      amount: replace.amount,
      replacedAt: room.bench.now + 100,
      isFinal: false,
    });
    later.bench.report({ type: 'fill', fill: late });
    later.book('59990', '60010');
    expect(later.bench.ladder()).toEqual(['Buy 0.005 at 59500']);
  });

  it('does not halt a life that has saved none', () => {
    const { room } = changed();
    const memory = remembered(room);
    const key = ':desk-orders s BTC/EUR';
    const bad = memory.states![key]!.replace(/"asked":\{"lots":\d+/, '"asked":{"lots":-1');
    expect(next(room, { ...memory, states: { [key]: bad } }).bench.engine.snapshot().stops[0]).toMatchObject({ state: 'halted' });
    const old = memory.states![key]!.replace(/,"asked":\{[^}]*\}/, '');
    expect(next(room, { ...memory, states: { [key]: old } }).kept[0]).toMatchObject({ state: 'working', amount: dec('0.009') });
  });
});

describe('a strategy that quotes, after a restart', () => {
  const QUOTE = [{ side: 'Buy', amount: dec('0.002'), price: dec('59900') }] as const;

  it.each(['before', 'after'] as const)(
    'changes an order that it has placed itself %s its first quote, and its quotes leave that alone',
    (when) => {
      const room = new DeskRoom();
      if (when === 'after') {
        room.ctx.quote(QUOTE);
        room.book('59990', '60010');
      }
      const id = room.place({ ...BUY, price: dec('59000') });
      room.ctx.quote(QUOTE);
      room.book('59990', '60010');
      expect(room.bench.ladder().toSorted()).toEqual(['Buy 0.002 at 59900', 'Buy 0.009 at 59000']);
      const later = next(room, remembered(room));
      later.ctx.quote(QUOTE);
      later.book('59990', '60010');
      expect(later.bench.ladder().toSorted(), 'no quote is sent twice').toEqual(['Buy 0.002 at 59900', 'Buy 0.009 at 59000']);
      expect(later.amend(id, { price: dec('59100') })).toBe(true);
      expect(later.bench.ladder().toSorted()).toEqual(['Buy 0.002 at 59900', 'Buy 0.009 at 59100']);
      later.ctx.quote([]);
      later.book('59990', '60010');
      expect(later.bench.ladder()).toEqual(['Buy 0.009 at 59100']);
    },
  );

  it('can not change a quote', () => {
    const room = new DeskRoom();
    room.ctx.quote(QUOTE);
    room.book('59990', '60010');
    room.place({ ...BUY, price: dec('59000') });
    const { intentId } = room.bench.commands('place')[0]!;
    const later = next(room, remembered(room));
    later.ctx.quote(QUOTE);
    expect(later.amend(intentId, { price: dec('59800') })).toBe(false);
    expect(later.refused).toEqual([`not-open: ${intentId} is no order that could be changed: it is over, or a quote`]);
  });

  it('has its own order on disk as such before it is sent', () => {
    const room = new DeskRoom();
    room.ctx.quote(QUOTE);
    room.book('59990', '60010');
    const from = room.bench.outputs.length;
    const id = room.place({ ...BUY, price: dec('59000') });
    const [first, second] = room.bench.outputs.slice(from).filter(({ type }) => type === 'place' || type === 'save-state');
    const saved = { grid: { precision: 2, lot: '0.00001' }, orders: [], once: [], own: [id] };
    expect(first).toMatchObject({ type: 'save-state', strategy: ':desk-orders s BTC/EUR', state: JSON.stringify(saved) });
    expect(second).toMatchObject({ type: 'place', intentId: id, keptAs: ':desk-orders s BTC/EUR' });
  });

  it('saves nothing for one that only places', () => {
    const room = new DeskRoom();
    room.place({ ...BUY, price: dec('59000') });
    expect(room.states).toEqual({});
    expect(room.bench.commands('place')[0]).not.toHaveProperty('keptAs');
  });
});
