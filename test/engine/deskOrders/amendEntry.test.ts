import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { amendEntry } from '../../../src/engine/deskOrders/amendEntry.ts';
import { fillOf } from '../fixtures.ts';
import { DeskRoom } from './deskRoom.ts';

const BUY = { side: 'Buy', amount: dec('0.009') } as const;

describe(amendEntry, () => {
  it('leaves an order as it is when a check refuses the change, also where it would be canceled first', () => {
    const room = new DeskRoom({ replaces: false, limits: { maxOrderValue: { amount: dec('600'), currency: 'EUR' } } });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    room.amend(id, { amount: dec('0.02') });
    room.book('59990', '60010');
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
    expect(room.bench.commands('cancel')).toEqual([]);
    expect(room.refused).toHaveLength(1);
    expect(room.kept[0]).toMatchObject({ state: 'working', amount: dec('0.009') });
  });

  it('buys no more than the whole amount when an execution from before the replacement shows late', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    const before = { tradedAt: room.bench.now - 50, price: dec('59000') };
    room.amend(id, { price: dec('59500') });
    const fill = fillOf({ orderId: 'order-1', side: 'Buy', amount: dec('0.004'), ...before });
    room.bench.report({ type: 'fill', fill });
    room.book('59990', '60010');
    expect(room.bench.ladder()).toEqual(['Buy 0.005 at 59500']);
    room.fillAll();
    expect(room.ctx.position.amount).toEqual(dec('0.009'));
    expect(room.told.at(-1)).toBe('limit done filled');
  });

  it('leaves an order alone that can not be made smaller after such an execution, and tells it once', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, kind: 'post-only', price: dec('59000') });
    const before = { tradedAt: room.bench.now - 50, price: dec('59000') };
    room.amend(id, { price: dec('59500') });
    room.bench.touch('59400', '59500', 100);
    room.bench.report({ type: 'fill', fill: fillOf({ orderId: 'order-1', side: 'Buy', amount: dec('0.004'), ...before }) });
    for (let i = 0; i < 3; i++) room.book('59400', '59500');
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59500']);
    expect(room.refused).toHaveLength(1);
    expect(room.kept[0]).toMatchObject({ state: 'working', amount: dec('0.013') });
  });

  it('leaves an order alone that was to be smaller and is not, since the venue refused it', () => {
    const room = new DeskRoom({ answers: false });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    room.amend(id, { amount: dec('0.005') });
    const replace = room.bench.commands('replace')[0]!;
    room.bench.report({ type: 'intent-refused', intentId: replace.intentId, kind: 'replace', code: 'other', message: 'no' });
    room.book('59990', '60010');
    room.book('59990', '60010');
    expect(room.bench.commands('replace')).toHaveLength(1);
    expect(room.kept[0]).toMatchObject({ state: 'working', amount: dec('0.009') });
  });
});

describe('a change whose replacement is proven never to have been at the venue', () => {
  /** A resting order whose replacement to 59500 and 0.02 was sent. */
  const changed = (): { readonly room: DeskRoom; readonly id: string } => {
    const room = new DeskRoom({ answers: false });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    room.amend(id, { price: dec('59500'), amount: dec('0.02') });
    return { room, id };
  };
  const never = (room: DeskRoom, type: 'intent-not-sent' | 'intent-not-placed' = 'intent-not-sent'): void => {
    const { intentId } = room.bench.commands('replace').at(-1)!;
    const what = { intentId, kind: 'replace', reason: 'decided 518 ms ago, at most 500 ms are allowed' } as const;
    room.bench.report(type === 'intent-not-sent' ? { type, ...what, code: 'canceled' } : { type, ...what, code: 'lost' });
  };
  const asked = (room: DeskRoom): string[] => room.bench.commands('replace').map(({ price, amount }) => `${amount} at ${price}`);

  it.each(['intent-not-sent', 'intent-not-placed'] as const)('waits a bit and goes again: %s', (type) => {
    const { room } = changed();
    never(room, type);
    room.book('59990', '60010');
    expect(asked(room)).toHaveLength(1);
    expect(room.kept[0], 'what the venue has').toMatchObject({ state: 'working', amount: dec('0.009') });
    room.bench.timer(800);
    expect(asked(room)).toHaveLength(1);
    room.book('59990', '60010');
    expect(asked(room)).toEqual(['0.01999 at 59500', '0.01999 at 59500']);
    expect(room.refused).toEqual([]);
  });

  it('waits longer with each time in a row', () => {
    const { room } = changed();
    for (const [ms, sent] of [
      [1000, 2],
      [1900, 2],
      [100, 3],
    ] as const) {
      if (asked(room).length < 3 && ms !== 100) never(room);
      room.bench.now += ms - 100;
      room.book('59990', '60010');
      expect(asked(room)).toHaveLength(sent);
    }
  });

  it('goes with what was asked for meanwhile', () => {
    const { room, id } = changed();
    room.amend(id, { price: dec('59600') });
    never(room);
    room.bench.now += 1000;
    room.book('59990', '60010');
    expect(asked(room).at(-1)).toBe('0.01999 at 59600');
  });

  it('is forgotten where a person replaced the order: the person is told', () => {
    const room = new DeskRoom({ answers: false });
    room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    room.bench.operator({ type: 'replace', intentId: 'p', orderId: 'o1', price: dec('59500'), amount: dec('0.01') });
    never(room);
    room.bench.now += 2000;
    room.book('59990', '60010');
    expect(asked(room)).toHaveLength(1);
  });
});
