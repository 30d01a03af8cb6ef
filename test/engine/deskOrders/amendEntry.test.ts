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
