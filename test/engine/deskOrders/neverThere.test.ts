import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { fillOf } from '../fixtures.ts';
import { DeskRoom } from './deskRoom.ts';

const BUY = { side: 'Buy', amount: dec('0.009') } as const;

describe('an entry that is proven never to have been at the venue', () => {
  /** Says of the newest order that it was not sent, or not placed. */
  const never = (room: DeskRoom, type: 'intent-not-sent' | 'intent-not-placed'): void => {
    const { intentId } = room.bench.commands('place').at(-1)!;
    const what = { intentId, kind: 'place', reason: 'decided 518 ms ago, at most 500 ms are allowed' } as const;
    room.bench.report(type === 'intent-not-sent' ? { type, ...what, code: 'canceled' } : { type, ...what, code: 'lost' });
  };

  it.each(['intent-not-sent', 'intent-not-placed'] as const)('waits a bit and is sent again, and its key stays its own: %s', (type) => {
    const room = new DeskRoom({ answers: false });
    room.place({ ...BUY, kind: 'limit', price: dec('59000'), once: 'first' });
    never(room, type);
    expect(room.kept[0]).toMatchObject({ state: 'active', waitsFor: 'its turn to be sent' });
    room.bench.timer(900);
    expect(room.bench.commands('place')).toHaveLength(1);
    room.book('59990', '60010');
    expect(room.bench.commands('place').map(({ price }) => price?.toFixed())).toEqual(['59000', '59000']);
    expect(room.told).not.toContain('limit done refused');
  });

  it.each(['market', 'ioc', 'post-only'] as const)('also as %s, longer with each time in a row', (kind) => {
    const room = new DeskRoom({ answers: false });
    room.place(kind === 'market' ? { ...BUY, kind } : { ...BUY, kind, price: dec('59000') });
    for (const [ms, sent] of [
      [1000, 2],
      [1900, 2],
      [100, 3],
    ] as const) {
      if (room.kept[0]!.state === 'working') never(room, 'intent-not-sent');
      room.bench.now += ms - 100;
      room.book('59990', '60010');
      expect(room.bench.commands('place')).toHaveLength(sent);
    }
  });

  it('is tried until its time is over', () => {
    const room = new DeskRoom({ answers: false });
    room.place({ ...BUY, price: dec('59000'), until: room.ctx.now + 800 });
    never(room, 'intent-not-sent');
    room.bench.timer(1000);
    expect(room.bench.commands('place')).toHaveLength(1);
    expect(room.told.at(-1)).toBe('limit done expired');
  });

  it('goes with what it was changed to meanwhile', () => {
    const room = new DeskRoom({ answers: false });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    room.amend(id, { price: dec('58000') });
    never(room, 'intent-not-sent');
    room.bench.timer(1000);
    room.book('59990', '60010');
    expect(room.bench.commands('place').at(-1)?.price).toEqual(dec('58000'));
  });

  it('is no more than it was to be when the first turns up late and is executed', () => {
    const room = new DeskRoom({ answers: false });
    room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    never(room, 'intent-not-placed');
    room.bench.timer(1000);
    room.book('59990', '60010');
    const [first, second] = room.bench.commands('place');
    const { intentId, amount, price } = second!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o2', amount, price, adopted: false });
    const late = fillOf({ orderId: 'o1', intentId: first!.intentId, strategy: 's', price: dec('59000'), amount: dec('0.004') });
    room.bench.report({ type: 'fill', fill: late });
    room.book('59990', '60010');
    expect(room.bench.commands('replace').map((one) => one.amount.toFixed())).toEqual(['0.005']);
  });

  it('sends nothing more of an IOC whose first order turns up late, since one was at the venue', () => {
    const room = new DeskRoom({ answers: false });
    room.place({ ...BUY, kind: 'ioc', price: dec('59000') });
    never(room, 'intent-not-placed');
    room.bench.timer(1000);
    room.book('59990', '60010');
    const [first, second] = room.bench.commands('place');
    const { intentId, amount, price } = second!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o2', amount, price, adopted: false });
    const late = fillOf({ orderId: 'o1', intentId: first!.intentId, strategy: 's', price: dec('59000'), amount: dec('0.004') });
    room.bench.report({ type: 'fill', fill: late });
    room.book('59990', '60010');
    room.bench.report({ type: 'order-closed', orderId: 'o2', end: 'canceled', filled: dec(0) });
    for (let i = 0; i < 3; i++) room.book('59990', '60010');
    expect(room.bench.commands('place')).toHaveLength(2);
    expect(room.bench.commands('replace')).toEqual([]);
    expect(room.told.at(-1)).toMatch(/^ioc done /);
  });

  it('ends when the venue has refused it, which says so', () => {
    const room = new DeskRoom({ answers: false });
    room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    const { intentId } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'intent-refused', intentId, kind: 'place', code: 'MIN', message: 'too little' });
    expect(room.told.at(-1)).toBe('limit done refused');
    expect(room.bench.notices('log').at(-1)?.message).toContain('the venue refused it');
  });
});
