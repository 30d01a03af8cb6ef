import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { fillOf } from '../fixtures.ts';
import { BRACKET, DeskRoom } from './deskRoom.ts';
import { next, remembered } from './nextLife.ts';

describe('after a restart', () => {
  it('a stop is watched again, with the position that was held', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'stop', amount: 'position', stop: dec('59000') });
    const later = next(room, remembered(room));
    expect(later.kept[0]).toMatchObject({ state: 'active', kind: 'stop', waitsFor: 'the best bid at 59000 or below' });
    later.book('58900', '58910');
    expect(later.bench.ladder()).toEqual(['Sell 0.009 at 58315.95']);
  });

  it('a trailing stop keeps the mark that its last heartbeat saved', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'trailing-stop', amount: 'position', trailBps: 100 });
    room.book('62000', '62010');
    room.bench.timer(1000);
    const later = next(room, remembered(room));
    expect(later.bench.ladder(), 'the first good book is below it').toEqual(['Sell 0.009 at 59400']);
  });

  it('a bracket goes on with what its entry has filled, what was executed meanwhile too', () => {
    const room = new DeskRoom();
    room.place(BRACKET);
    room.bench.fill('order-1', dec('0.004'));
    expect(room.bench.ladder()).toEqual(['Buy 0.005 at 59500', 'Sell 0.004 at 60690']);
    const missed = fillOf({ orderId: 'order-1', side: 'Buy', price: dec('59500'), amount: dec('0.005') });
    room.bench.resting.delete('order-1');
    const later = next(room, remembered(room, [missed]));
    expect(later.bench.ladder().toSorted()).toEqual(['Sell 0.004 at 60690', 'Sell 0.005 at 60690']);
    expect(later.kept[0]).toMatchObject({ filled: dec('0.009'), closed: dec('0') });
    later.book('58900', '58905');
    expect(later.bench.ladder()).toEqual(['Sell 0.009 at 58313.48']);
    later.fillAll();
    expect(later.told.at(-1)).toBe('bracket done filled');
    expect(later.ctx.position.amount.isZero()).toBe(true);
  });

  it('an order of a desk order is not taken for one of the strategy itself', () => {
    const room = new DeskRoom();
    room.place(BRACKET);
    const later = next(room, remembered(room));
    later.ctx.quote([]);
    later.book('59990', '60010');
    expect(later.bench.ladder()).toEqual(['Buy 0.009 at 59500']);
    expect(later.ctx.liveOrders).toBe(1);
  });

  it('an entry that was canceled meanwhile ends, and one that never left does not come back', () => {
    const room = new DeskRoom();
    room.place({ ...BRACKET, exits: BRACKET.exits });
    room.bench.resting.clear();
    const later = next(room, remembered(room));
    later.book('59990', '60010');
    expect(later.told.at(-1)).toBe('bracket done canceled');
    expect(later.bench.ladder()).toEqual([]);
  });

  it('an entry that waits for its turn is not sent by a later life', () => {
    const room = new DeskRoom({ answers: false });
    room.ctx.place({ side: 'Buy', price: dec('58000'), amount: dec('0.009') });
    room.place({ ...BRACKET, entry: { kind: 'market' } as const });
    const later = next(room, { states: room.states });
    later.book('59990', '60010');
    expect(later.bench.ladder()).toEqual([]);
    expect(later.told).toEqual(['bracket done canceled']);
  });

  it.each(['keep', 'cancel'] as const)('risk.onStop decides what becomes of an order that rests: %s', (onStop) => {
    const room = new DeskRoom();
    room.place(BRACKET);
    room.bench.fill('order-1', dec('0.004'));
    room.bench.send({ type: 'shutdown', onStop });
    room.bench.timer(1000);
    expect(room.bench.ladder()).toEqual(onStop === 'keep' ? ['Buy 0.005 at 59500', 'Sell 0.004 at 60690'] : []);
    const later = next(room, remembered(room));
    later.book('59990', '60010');
    expect(later.bench.ladder()).toEqual(onStop === 'keep' ? ['Buy 0.005 at 59500', 'Sell 0.004 at 60690'] : ['Sell 0.004 at 60690']);
  });

  it('a key stays used', () => {
    const room = new DeskRoom();
    room.place({ side: 'Buy', price: dec('59000'), amount: dec('0.009'), once: 'first' });
    room.fillAll();
    const later = next(room, remembered(room));
    expect(later.ctx.place({ side: 'Buy', price: dec('59000'), amount: dec('0.009'), once: 'first' })).toBeUndefined();
  });

  it('says so when it keeps orders of a strategy that does not run there any more, and leaves them saved', () => {
    const states = { ':desk-orders other BTC/EUR': JSON.stringify({ orders: [{ id: 'o-1', legs: [] }], once: [] }) };
    const room = new DeskRoom({ restored: { states } });
    const [notice] = room.bench.notices('log');
    expect(notice?.message).toContain('1 order that the desk keeps for it on BTC/EUR is not watched');
    expect(notice?.message).toContain('end it with `sluice orders cancel o-1`');
    expect(notice).toMatchObject({
      strategy: 'other',
      level: 'warn',
    });
    expect(room.bench.notices('save-state')).toEqual([]);
  });

  it.each(['{', '{}', '{"orders":[{"id":1}],"once":[]}', '{"orders":[],"once":[1]}'])(
    'halts when what was saved can not be read: %s',
    (text) => {
      const room = new DeskRoom({ restored: { states: { ':desk-orders s BTC/EUR': text } } });
      expect(room.bench.engine.snapshot().stops[0]).toMatchObject({ state: 'halted', cause: 'operator' });
    },
  );
});
