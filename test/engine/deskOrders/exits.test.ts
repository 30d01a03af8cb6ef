import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { PAIRS } from '../fixtures.ts';
import { DeskRoom } from './deskRoom.ts';

const SELLS = { kind: 'stop', amount: 'position', stop: dec('59000') } as const;

describe('a stop of a position', () => {
  it('waits for the best bid, says so, and then sells all with market orders of the desk', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place(SELLS);
    expect(room.kept[0]).toMatchObject({ state: 'active', side: 'Sell', amount: undefined, waitsFor: 'the best bid at 59000 or below' });
    room.book('59000.01', '59010');
    expect(room.bench.ladder()).toEqual([]);
    room.book('59000', '59010');
    // The limit of the order is the collar's; the book gives its own prices.
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58414.95']);
    expect(room.told).toEqual(['stop active', 'stop working']);
    room.fillAll();
    expect(room.told.at(-1)).toBe('stop done filled');
    expect(room.ctx.position.amount.isZero()).toBe(true);
  });

  it('watches on while the venue takes no order as small as its position, and fires when it does', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place(SELLS);
    const [pair] = PAIRS;
    room.bench.send({ type: 'pairs', pairs: [{ ...pair!, minVolume: dec('0.01') }] });
    room.book('59990', '60010');
    room.book('59000', '59010');
    expect([room.kept.length, room.bench.ladder()]).toEqual([1, []]);
    room.bench.send({ type: 'pairs', pairs: [pair!] });
    room.book('59000', '59010');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58414.95']);
    room.fillAll();
    expect(room.told.at(-1)).toBe('stop done filled');
  });

  it('fires when the book gaps through it', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place(SELLS);
    room.book('50000', '50010');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 49504.95']);
  });

  it('follows the book with a new order as long as one is left', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place(SELLS);
    room.book('59000', '59010');
    room.bench.fill([...room.bench.resting.keys()][0]!, dec('0.004'));
    room.book('57000', '57010');
    expect(room.bench.ladder(), 'it has a second to be filled').toEqual(['Sell 0.005 at 58414.95']);
    room.bench.timer(1000);
    room.book('57000', '57010');
    expect(room.bench.ladder()).toEqual(['Sell 0.005 at 56434.95']);
    room.fillAll();
    expect(room.told.at(-1)).toBe('stop done filled');
  });

  it('with a limit rests there, and is good until a time', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ ...SELLS, price: dec('58990'), until: room.ctx.now + 60_000 });
    room.book('59000', '59010');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58990']);
    room.bench.timer(5000);
    room.book('57000', '57010');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58990']);
    room.bench.timer(60_000);
    expect(room.bench.ladder()).toEqual([]);
    expect(room.told.at(-1)).toBe('stop done expired');
  });

  it('counts a loss from the price of the position', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'stop', amount: 'position', lossBps: 100 });
    // 60010 less 1 %.
    expect(room.kept[0]?.stop).toEqual(dec('59409.9'));
  });

  it('buys back what was sold, when the ask is there', () => {
    const room = new DeskRoom();
    room.ctx.place({ side: 'Sell', price: dec('59990'), amount: dec('0.009') });
    room.book('59990', '60010');
    room.fillAll();
    room.place({ kind: 'stop', amount: 'position', stop: dec('61000') });
    expect(room.kept[0]).toMatchObject({ side: 'Buy', waitsFor: 'the best ask at 61000 or above' });
    room.book('60980', '60999.99');
    expect(room.bench.ladder()).toEqual([]);
    room.book('60990', '61000');
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 61604.95']);
  });

  it('ends when the position is closed by something else', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place(SELLS);
    room.ctx.place({ side: 'Sell', price: dec('60000'), amount: dec('0.009') });
    room.book('59990', '60010');
    room.fillAll();
    room.book('59990', '60010');
    expect(room.told.at(-1)).toBe('stop done nothing-left');
  });

  it('only ever reduces: it sells what is held when it fires', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place(SELLS);
    room.ctx.place({ side: 'Sell', price: dec('60000'), amount: dec('0.004') });
    room.book('59990', '60010');
    room.fillAll();
    room.book('58900', '58910');
    expect(room.bench.ladder()).toEqual(['Sell 0.005 at 58315.95']);
  });

  it('goes before our own orders: those that it would meet are canceled first', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.ctx.quote([{ side: 'Buy', price: dec('58980'), amount: dec('0.002') }]);
    room.place(SELLS);
    expect(room.bench.ladder()).toEqual(['Buy 0.002 at 58980']);
    room.book('58950', '58960');
    room.book('58950', '58960');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58365.45']);
    expect(room.refused.every((text) => text.startsWith('self-trade'))).toBe(true);
    room.fillAll();
    room.book('58990', '59010');
    expect(room.bench.ladder(), 'the quote comes back').toEqual(['Buy 0.002 at 58980']);
  });

  it('outlives a pause, and a handler that throws', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place(SELLS);
    room.bench.operator({ type: 'pause', strategy: 's' });
    room.book('58900', '58910');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58315.95']);
  });

  it('waits under a halt, and sells when trading goes on', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place(SELLS);
    room.bench.operator({ type: 'stop-trading', scope: { of: 'all', name: '' }, state: 'halted', orders: 'cancel', reason: 'a person' });
    room.book('58900', '58910');
    expect(room.bench.ladder()).toEqual([]);
    expect(room.kept[0]).toMatchObject({
      state: 'triggered',
      waitsFor: 'trading to be allowed again: all trading is halted (a person); it goes on by `sluice resume --all`; its price has come',
    });
    room.bench.operator({ type: 'resume-trading', scope: { of: 'all', name: '' } });
    room.book('58900', '58910');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58315.95']);
  });

  it('does not look at a book that is in trouble', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place(SELLS);
    room.bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'stale', detail: '' });
    room.bench.timer(1000);
    expect(room.kept[0]?.state).toBe('active');
  });

  it('tries again, later each time, when the venue refuses its order', () => {
    const room = new DeskRoom({ answers: false });
    room.ctx.place({ side: 'Buy', price: dec('60010'), amount: dec('0.009') });
    room.book('59990', '60010');
    const [bought] = room.bench.commands('place');
    room.bench.report({
      type: 'order-opened',
      intentId: bought!.intentId,
      orderId: 'o1',
      amount: bought!.amount,
      price: bought!.price,
      adopted: false,
    });
    room.bench.resting.set('o1', { ...bought!, price: bought!.price });
    room.bench.fill('o1');
    room.place(SELLS);
    const refuse = (): void => {
      const { intentId } = room.bench.commands('place').at(-1)!;
      room.bench.report({ type: 'intent-refused', intentId, kind: 'place', code: 'x', message: 'no' });
    };
    room.book('58900', '58910');
    expect(room.bench.commands('place')).toHaveLength(2);
    refuse();
    room.bench.touch('58900', '58910', 500);
    expect(room.bench.commands('place')).toHaveLength(2);
    room.bench.touch('58900', '58910', 600);
    expect(room.bench.commands('place')).toHaveLength(3);
    refuse();
    room.bench.touch('58900', '58910', 1500);
    expect(room.bench.commands('place')).toHaveLength(3);
    room.bench.touch('58900', '58910', 600);
    expect(room.bench.commands('place')).toHaveLength(4);
  });
});

describe('a trailing stop', () => {
  it('follows the best bid up and never down', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'trailing-stop', amount: 'position', trailBps: 100 });
    expect(room.kept[0]?.stop).toEqual(dec('59390.1'));
    room.book('62000', '62010');
    expect(room.kept[0]?.stop).toEqual(dec('61380'));
    room.book('61400', '61410');
    expect(room.kept[0]?.stop).toEqual(dec('61380'));
    room.book('61380', '61390');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 60771.15']);
  });

  it('begins to follow where it is told to', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'trailing-stop', amount: 'position', trailBps: 100, from: dec('61000') });
    room.book('50000', '50010');
    expect(room.kept[0]).toMatchObject({ state: 'active', waitsFor: 'the best bid at 61000 to begin to follow' });
    expect(room.kept[0]?.state, 'showing it moves nothing').toBe('active');
    room.book('61000', '61010');
    expect(room.kept[0]?.stop).toEqual(dec('60390'));
    room.book('60390', '60400');
    expect(room.kept[0]?.state).toBe('working');
  });
});

describe('a take-profit', () => {
  it('rests at the venue for the position, and grows and shrinks with it', () => {
    const room = new DeskRoom();
    room.hold('0.005');
    room.place({ kind: 'take-profit', amount: 'position', price: dec('61000') });
    expect(room.bench.ladder()).toEqual(['Sell 0.005 at 61000']);
    room.ctx.place({ side: 'Buy', price: dec('60000'), amount: dec('0.003') });
    room.book('59990', '60010');
    room.bench.fill('order-3');
    expect(room.bench.ladder()).toEqual(['Sell 0.005 at 61000', 'Sell 0.003 at 61000']);
    expect(room.ctx.liveOrders).toBe(1);
    room.fillAll();
    expect(room.told.at(-1)).toBe('take-profit done filled');
  });

  it('counts a gain from the price of the position', () => {
    const room = new DeskRoom();
    room.hold('0.005');
    room.place({ kind: 'take-profit', amount: 'position', gainBps: 100 });
    expect(room.bench.ladder()).toEqual(['Sell 0.005 at 60610.1']);
  });
});
