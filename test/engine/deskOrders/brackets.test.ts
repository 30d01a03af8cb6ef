import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { balanceOf } from '../fixtures.ts';
import { BRACKET, DeskRoom } from './deskRoom.ts';

describe('a one-of', () => {
  const ORDERS = [
    { kind: 'stop', stop: dec('59000') },
    { kind: 'take-profit', price: dec('61000') },
  ] as const;

  it('cancels the take-profit, waits for that, and then sells when the stop fires', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'one-of', amount: 'position', orders: ORDERS });
    expect(room.kept[0]?.waitsFor).toBe('the best bid at 59000 or below, or a buyer at 61000');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 61000']);
    room.book('59000', '59010');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58414.95']);
    expect(room.bench.commands('cancel')).toHaveLength(1);
    room.fillAll();
    expect(room.told.at(-1)).toBe('one-of done filled');
  });

  it('sells only what a part-filled take-profit has left', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'one-of', amount: 'position', orders: ORDERS });
    room.bench.fill([...room.bench.resting.keys()][0]!, dec('0.004'));
    room.book('59000', '59010');
    expect(room.bench.ladder()).toEqual(['Sell 0.005 at 58414.95']);
  });

  it('does not fire when the take-profit was filled', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'one-of', amount: 'position', orders: ORDERS });
    room.fillAll();
    expect(room.told.at(-1)).toBe('one-of done filled');
    room.book('50000', '50010');
    expect(room.bench.ladder()).toEqual([]);
  });
});

describe('a bracket', () => {
  it('sizes its exits by what its entry has filled, from the first on', () => {
    const room = new DeskRoom();
    room.place(BRACKET);
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59500']);
    room.bench.fill('order-1', dec('0.004'));
    expect(room.bench.ladder()).toEqual(['Buy 0.005 at 59500', 'Sell 0.004 at 60690']);
    room.bench.fill('order-1');
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 60690', 'Sell 0.005 at 60690']);
    room.fillAll();
    expect(room.told.at(-1)).toBe('bracket done filled');
    expect(room.ctx.position.amount.isZero()).toBe(true);
  });

  it('has its exits at once in a wallet that held nothing of what it buys', () => {
    const room = new DeskRoom();
    room.bench.send({ type: 'balances', rows: [balanceOf('EUR', '5000')] });
    room.place(BRACKET);
    room.bench.fill('order-1', dec('0.004'));
    expect(room.bench.ladder()).toEqual(['Buy 0.005 at 59500', 'Sell 0.004 at 60690']);
    room.book('58905', '58910');
    room.book('58905', '58910');
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 58318.43']);
    expect(room.refused).toEqual([]);
  });

  it('sells what it has bought though the balances came between its entry and their execution', () => {
    const room = new DeskRoom();
    room.bench.send({ type: 'balances', rows: [balanceOf('EUR', '5000')] });
    room.place(BRACKET);
    room.bench.send({ type: 'balances', rows: [balanceOf('EUR', '5000', '4464.5')] });
    room.bench.fill('order-1');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 60690']);
    expect(room.refused).toEqual([]);
  });

  it('waits with its exits where money is kept back and what it has bought may be counted twice', () => {
    const room = new DeskRoom({ limits: { reserve: { BTC: dec('0.001') } } });
    room.bench.send({ type: 'balances', rows: [balanceOf('EUR', '5000')] });
    room.place(BRACKET);
    room.bench.send({ type: 'balances', rows: [balanceOf('EUR', '5000', '4464.5'), balanceOf('BTC', '0.009')] });
    room.bench.fill('order-1');
    expect(room.bench.ladder()).toEqual([]);
    room.bench.now += 3000;
    room.bench.send({ type: 'balances', rows: [balanceOf('EUR', '4464.5'), balanceOf('BTC', '0.011')] });
    room.book('59990', '60010');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 60690']);
  });

  it('cancels the rest of its entry when the stop fires', () => {
    const room = new DeskRoom();
    room.place(BRACKET);
    room.bench.fill('order-1', dec('0.004'));
    room.book('58905', '58910');
    room.book('58905', '58910');
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 58318.43']);
    room.fillAll();
    expect(room.told.at(-1)).toBe('bracket done filled');
    expect(room.ctx.position.amount.isZero()).toBe(true);
  });

  it('is canceled when its entry is, before anything was filled', () => {
    const room = new DeskRoom();
    const id = room.place(BRACKET);
    room.ctx.cancel(id);
    room.book('59990', '60010');
    expect(room.told.at(-1)).toBe('bracket done canceled');
    expect(room.bench.ladder()).toEqual([]);
  });

  it('keeps its exits when the time of its entry is over', () => {
    const room = new DeskRoom();
    room.place({ ...BRACKET, until: room.ctx.now + 10_000 });
    room.bench.fill('order-1', dec('0.004'));
    room.bench.timer(20_000);
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 60690']);
    expect(room.kept).toHaveLength(1);
  });

  it('cancels an entry of a strategy that is paused, and keeps the exits of what it filled', () => {
    const room = new DeskRoom();
    room.place(BRACKET);
    room.bench.fill('order-1', dec('0.004'));
    room.bench.operator({ type: 'pause', strategy: 's' });
    room.bench.timer(1000);
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 60690']);
  });

  it('guards what is executed although the entry was over', () => {
    const room = new DeskRoom();
    room.place({ ...BRACKET, until: room.ctx.now + 10_000 });
    const { intentId } = room.bench.commands('place')[0]!;
    room.bench.timer(20_000);
    expect(room.told.at(-1)).toBe('bracket done expired');
    room.bench.resting.set('order-1', { intentId, symbol: 'BTC/EUR', side: 'Buy', price: dec('59500'), amount: dec('0.004') });
    room.bench.fill('order-1', dec('0.003'));
    room.book('59990', '60010');
    expect(room.bench.ladder()).toContain('Sell 0.003 at 60690');
  });
});

describe('several exits of one position', () => {
  const bracketAt = (price: string) =>
    ({
      kind: 'bracket',
      side: 'Buy',
      amount: dec('0.004'),
      entry: { kind: 'limit', price: dec(price) },
      exits: [
        { kind: 'stop', lossBps: 100 },
        { kind: 'take-profit', gainBps: 200 },
      ],
    }) as const;

  it('never close more than is held together: one of the position takes it all over', () => {
    const room = new DeskRoom();
    room.place(bracketAt('59500'));
    room.bench.fill('order-1');
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 60690']);
    room.place({ kind: 'stop', amount: 'position', stop: dec('59200') });
    room.book('59100', '59110');
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 58513.95']);
    // The bracket's own stop has come too.
    room.book('58000', '58010');
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 58513.95']);
    room.fillAll();
    room.book('58000', '58010');
    expect(room.told.slice(-2).toSorted()).toEqual(['bracket done nothing-left', 'stop done filled']);
    expect(room.ctx.position.amount.isZero()).toBe(true);
  });

  it('that fire with one book share what is held', () => {
    const room = new DeskRoom();
    room.place(bracketAt('59500'));
    room.place(bracketAt('59400'));
    room.fillAll();
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 60588', 'Sell 0.004 at 60690']);
    room.book('58000', '58010');
    room.book('58000', '58010');
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 57424.95', 'Sell 0.004 at 57424.95']);
    room.fillAll();
    expect(room.ctx.position.amount.isZero()).toBe(true);
    expect(room.kept).toEqual([]);
  });
});
