import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { NOON } from '../fixtures.ts';
import { BRACKET, DeskRoom } from './deskRoom.ts';

const BUY = { side: 'Buy', amount: dec('0.009') } as const;

describe('a resting order that is changed', () => {
  it('is moved by one replacement, and keeps its id', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    expect(room.amend(id, { price: dec('59500'), amount: dec('0.02') })).toBe(true);
    expect(room.bench.ladder(), 'a few lots less, so that it can be recognised').toEqual(['Buy 0.01999 at 59500']);
    expect(room.bench.commands('replace')).toHaveLength(1);
    expect(room.bench.commands('cancel')).toEqual([]);
    expect(room.kept[0]).toMatchObject({ id, state: 'working', amount: dec('0.01999') });
    room.fillAll();
    expect(room.told.at(-1)).toBe('limit done filled');
  });

  it('of the venue is one of the desk from then on, under the same id', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, price: dec('59000') });
    expect(room.kept).toEqual([]);
    expect(room.amend(id, { price: dec('59500') })).toBe(true);
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59500']);
    expect(room.kept[0]).toMatchObject({ id, kind: 'limit', state: 'working' });
    expect(room.ctx.liveOrders).toBe(1);
    room.ctx.cancel(id);
    room.book('59990', '60010');
    expect(room.bench.ladder()).toEqual([]);
    expect(room.told).toEqual(['limit done canceled']);
  });

  it('counts what is filled: the amount is the whole', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, price: dec('59000') });
    room.bench.fill('order-1', dec('0.004'));
    room.amend(id, { amount: dec('0.006') });
    expect(room.bench.ladder()).toEqual(['Buy 0.002 at 59000']);
    expect(room.amend(id, { amount: dec('0.004') })).toBe(false);
    expect(room.refused).toEqual(['amount-grid: amount must be more than what is filled already, not 0.004']);
    room.fillAll();
    expect(room.ctx.position.amount).toEqual(dec('0.006'));
    expect(room.told.at(-1)).toBe('limit done filled');
  });

  it('is canceled where less than the least order would be left', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    room.bench.fill('order-1', dec('0.004'));
    room.amend(id, { amount: dec('0.00401') });
    expect(room.bench.ladder()).toEqual([]);
    expect(room.told.at(-1)).toBe('limit done filled');
  });

  it('waits for its turn, and only what was asked for last is sent', () => {
    const room = new DeskRoom({ answers: false });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    room.amend(id, { price: dec('59100') });
    room.amend(id, { price: dec('59200') });
    expect(room.bench.commands('replace')).toEqual([]);
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    expect(room.bench.commands('replace').map((command) => command.price)).toEqual([dec('59200')]);
    expect(room.refused).toEqual([]);
  });

  it('is canceled and placed anew for what is left, where the venue does not replace atomically', () => {
    const room = new DeskRoom({ replaces: false });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    room.bench.fill('order-1', dec('0.004'));
    room.amend(id, { price: dec('59500') });
    expect(room.bench.commands('replace')).toEqual([]);
    expect(room.bench.ladder()).toEqual(['Buy 0.005 at 59500']);
    expect(room.kept[0]).toMatchObject({ id, filled: dec('0.004') });
    room.fillAll();
    expect(room.told.at(-1)).toBe('limit done filled');
    expect(room.ctx.position.amount).toEqual(dec('0.009'));
  });

  it('stays as it is when the venue refuses the replacement', () => {
    const room = new DeskRoom({ answers: false });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    room.amend(id, { price: dec('59500'), amount: dec('0.02') });
    const replace = room.bench.commands('replace')[0]!;
    room.bench.report({ type: 'intent-refused', intentId: replace.intentId, kind: 'replace', code: 'funds', message: 'too little money' });
    room.book('59990', '60010');
    expect(room.bench.commands('replace'), 'it is not tried again').toHaveLength(1);
    expect(room.kept[0]).toMatchObject({ state: 'working', amount: dec('0.009') });
  });

  it('stays as it is when a check refuses the change', () => {
    const room = new DeskRoom({ limits: { maxOrderValue: { amount: dec('600'), currency: 'EUR' } } });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    room.amend(id, { amount: dec('0.02') });
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
    expect(room.refused).toHaveLength(1);
    expect(room.kept[0]).toMatchObject({ state: 'working', amount: dec('0.009') });
    room.book('59990', '60010');
    expect(room.refused).toHaveLength(1);
  });

  it('that is post-only stays where it is when it would take', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, kind: 'post-only', price: dec('59000') });
    room.amend(id, { price: dec('60010') });
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
    expect(room.refused).toEqual(['post-only: there it would take from the book, so it stays where it is']);
  });

  it('whose replacement has an unknown outcome sends nothing more', () => {
    const room = new DeskRoom({ answers: false });
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    room.amend(id, { price: dec('59500') });
    const replace = room.bench.commands('replace')[0]!;
    room.bench.report({ type: 'intent-unknown', intentId: replace.intentId, kind: 'replace', lane: 'spot:BTC/EUR', reason: 'no answer' });
    room.amend(id, { price: dec('59600') });
    expect(room.bench.commands('replace')).toHaveLength(1);
    expect(room.bench.commands('place')).toHaveLength(1);
  });
});

describe('an order that the desk watches', () => {
  it('fires at its new stop', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    const id = room.place({ kind: 'stop', amount: 'position', lossBps: 100 });
    expect(room.amend(id, { stop: dec('59800') })).toBe(true);
    expect(room.kept[0]?.waitsFor).toBe('the best bid at 59800 or below');
    room.book('59700', '59710');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 59107.95']);
    expect(room.amend(id, { stop: dec('59000') })).toBe(false);
    expect(room.refused.at(-1)).toBe("not-open: stop can't be changed: an exit has fired");
  });

  it('follows at its new distance, from the mark that it has', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    const id = room.place({ kind: 'trailing-stop', amount: 'position', trailBps: 100 });
    room.book('62000', '62010');
    room.ctx.amend(id, { trailBps: 50 });
    expect(room.kept[0]?.waitsFor).toBe('the best bid at 61690 or below');
  });

  it('moves a take-profit that rests: canceled, then placed anew', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    const id = room.place({ kind: 'take-profit', amount: 'position', price: dec('61000') });
    room.amend(id, { price: dec('62000') });
    room.book('59990', '60010');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 62000']);
    expect(room.bench.commands('cancel')).toHaveLength(1);
  });

  it('changes the entry, the stop and the take-profit of a bracket', () => {
    const room = new DeskRoom();
    const id = room.place(BRACKET);
    room.amend(id, { price: dec('59600'), takeProfit: dec('61000'), stop: dec('59300') });
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59600']);
    room.bench.fill('order-1');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 61000']);
    expect(room.kept[0]?.stop).toEqual(dec('59300'));
    expect(room.amend(id, { price: dec('59000') })).toBe(false);
    expect(room.refused).toEqual(["not-open: price can't be changed: the entry is filled"]);
  });

  it('is good until another time', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, price: dec('59000'), until: room.ctx.now + 60_000 });
    room.amend(id, { until: room.ctx.now + 120_000 });
    room.bench.timer(100_000);
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
    room.bench.timer(30_000);
    expect(room.told.at(-1)).toBe('limit done expired');
  });

  it('that is worked keeps to its new limit and amount', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, amount: dec('0.02'), kind: 'iceberg', show: dec('0.005'), price: dec('59000') });
    room.amend(id, { price: dec('59500'), amount: dec('0.03') });
    room.book('59990', '60010');
    expect(room.bench.ladder()).toEqual(['Buy 0.005 at 59500']);
    expect(room.kept[0]?.amount).toEqual(dec('0.03'));
  });
});

describe('what can not be changed', () => {
  const bad: readonly (readonly [name: string, change: object | null, refusal: string])[] = [
    ['no object', null, 'amend: a change must be an object, not null'],
    ['nothing', {}, 'amend: a change must name one of price, amount, limit, stop, trailBps, takeProfit, until'],
    ['a side', { side: 'Sell' }, 'amend: a change must name one of price, amount, limit, stop, trailBps, takeProfit, until, not "side"'],
    ['no stop', { stop: 1 }, 'amend: a limit has no stop that could be changed'],
    ['no price', { price: 'low' }, 'price-grid: price must be a price of BTC/EUR, not "low"'],
    ['a number', { amount: 0.1 }, "amount-grid: amount must be a finite Decimal like dec('0.005'), not 0.1"],
    [
      'a time that has passed',
      { until: NOON },
      'until: until must be a time after now, 2026-11-20T12:00:00.100Z, not 2026-11-20T12:00:00.000Z',
    ],
    ['too little', { amount: dec('0.00001') }, 'min-volume: amount 0.00001 is below the least volume 0.0001 of BTC/EUR'],
  ];

  it.each(bad)('is told with the field, the value and what was expected: %s', (_name, change, refusal) => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    expect(room.amend(id, change as never)).toBe(false);
    expect(room.refused).toEqual([refusal]);
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });

  it('is an order that is over, and a quote', () => {
    const room = new DeskRoom();
    expect(room.amend('nobody', { price: 1 })).toBe(false);
    room.ctx.quote([{ ...BUY, price: dec('59000') }]);
    room.book('59990', '60010');
    const { intentId } = room.bench.commands('place')[0]!;
    expect(room.amend(intentId, { price: 1 })).toBe(false);
    expect(room.refused).toEqual(['not-open: nobody is no order that could be changed: it is over, or a quote']);
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });

  it('is part of a change of which another part can not be', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    expect(room.amend(id, { price: dec('59500'), trailBps: 5 })).toBe(false);
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });

  it('is anything of a strategy that is paused', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    const id = room.place({ kind: 'stop', amount: 'position', stop: dec('59000') });
    room.bench.operator({ type: 'pause', strategy: 's' });
    expect(room.amend(id, { stop: dec('58000') })).toBe(false);
    expect(room.refused[0]).toContain('not-running');
  });
});
