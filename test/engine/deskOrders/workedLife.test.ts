import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { MINUTE_MS } from '../../../src/base/instant.ts';
import { fillOf } from '../fixtures.ts';
import { DeskRoom } from './deskRoom.ts';
import { next, remembered } from './nextLife.ts';
import { executed, ICEBERG, PEG, placed, POV, run, traded, TWAP } from './workedRoom.ts';

const KINDS = [TWAP, POV, ICEBERG, PEG] as const;
const ALL = { of: 'all', name: '' } as const;

describe('after a restart', () => {
  it('a TWAP spreads what it missed over the time left', () => {
    const room = new DeskRoom();
    room.place(TWAP);
    run(room, 70);
    expect(placed(room)).toHaveLength(2);
    const later = next(room, remembered(room), 6 * MINUTE_MS);
    later.book('59990', '60010');
    // 0.08 for the three minutes left.
    expect(placed(later)).toEqual([expect.stringMatching(/^0\.02\d+ at 60600$/)]);
    run(later, 180);
    expect(dec(executed(room)).plus(executed(later))).toEqual(dec('0.1'));
    expect(later.told.at(-1)).toBe('twap done filled');
  });

  it('a TWAP whose time is over has expired', () => {
    const room = new DeskRoom();
    room.place(TWAP);
    run(room, 70);
    const later = next(room, remembered(room), 60 * MINUTE_MS);
    later.book('59990', '60010');
    expect(placed(later)).toEqual([]);
    expect(later.told).toEqual(['twap done expired']);
  });

  it('does not send a slice again that was sent', () => {
    const room = new DeskRoom();
    room.place(TWAP);
    run(room, 2);
    const later = next(room, remembered(room), 1000);
    run(later, 5);
    expect(placed(later)).toEqual([]);
  });

  it('a POV counts from the first figure of its new life', () => {
    const room = new DeskRoom();
    room.place(POV);
    traded(room, '1000');
    traded(room, '1000.2');
    run(room, 2);
    const later = next(room, remembered(room));
    traded(later, '2000');
    run(later, 2);
    expect(placed(later)).toEqual([]);
    traded(later, '2000.1');
    run(later, 2);
    expect(placed(later)).toEqual([expect.stringMatching(/^0\.0(09\d+|1|10\d+) at/)]);
  });

  it('what was executed of a part meanwhile counts, and no more than the amount is ever placed', () => {
    const room = new DeskRoom();
    room.place(ICEBERG);
    const { amount } = room.bench.commands('place')[0]!;
    const missed = fillOf({ orderId: 'order-1', side: 'Buy', price: dec('59000'), amount });
    room.bench.resting.delete('order-1');
    const later = next(room, remembered(room, [missed]));
    expect(later.kept[0]?.filled).toEqual(amount);
    for (let i = 0; i < 5; i++) {
      run(later, 1);
      later.fillAll();
    }
    expect(amount.plus(executed(later))).toEqual(dec('0.1'));
    expect(later.kept).toEqual([]);
  });

  it.each([ICEBERG, PEG])('a part that rests is its own: $kind', (order) => {
    const room = new DeskRoom();
    room.place(order);
    const later = next(room, remembered(room), 500);
    later.book('59990', '60010');
    expect(placed(later)).toEqual([]);
    expect(later.bench.ladder()).toEqual(room.bench.ladder());
    expect(later.kept[0]).toMatchObject({ state: 'working', worked: { parts: 1, arrivalMid: dec('60000') } });
  });

  it('an order is on disk before its part leaves, with the part and the slice', () => {
    const room = new DeskRoom();
    room.place(TWAP);
    const { outputs } = room.bench;
    const sent = outputs.findIndex(({ type }) => type === 'place');
    const saved = outputs.slice(0, sent).findLast((output) => output.type === 'save-state') as { state: string };
    const { intentId } = room.bench.commands('place')[0]!;
    expect(JSON.parse(saved.state)).toMatchObject({
      orders: [{ work: { state: { slice: 0, parts: 1 } }, legs: [{ childIds: [intentId] }] }],
    });
  });

  it('what can not be read halts trading until a person has looked', { tags: 'long' }, () => {
    const room = new DeskRoom();
    room.place(TWAP);
    const states = Object.fromEntries(Object.entries(room.states).map(([key, text]) => [key, text.replace('"parts":1', '"parts":"x"')]));
    const later = next(room, { ...remembered(room), states });
    run(later, 120);
    expect(placed(later)).toEqual([]);
    expect(later.bench.engine.snapshot().stops).toHaveLength(1);
  });
});

describe.each(KINDS)('a worked order: $kind', (order) => {
  const begun = (more: object = {}): DeskRoom => {
    const room = new DeskRoom();
    room.place({ ...order, ...more });
    traded(room, '1000');
    traded(room, '1000.2');
    return room;
  };

  it('waits while its strategy is paused, and goes on', { tags: 'long' }, () => {
    const room = begun();
    room.bench.operator({ type: 'pause', strategy: 's' });
    run(room, 3);
    const before = placed(room).length;
    run(room, 120);
    expect(placed(room)).toHaveLength(before);
    expect(room.bench.ladder()).toEqual([]);
    room.bench.operator({ type: 'resume', strategy: 's' });
    traded(room, '1000.3');
    run(room, 3);
    expect(placed(room).length).toBeGreaterThan(before);
  });

  it('waits under a halt, and goes on', () => {
    const room = begun();
    room.bench.operator({ type: 'stop-trading', scope: ALL, state: 'halted', orders: 'cancel', reason: 'a person' });
    run(room, 3);
    const before = placed(room).length;
    run(room, 120);
    expect(placed(room)).toHaveLength(before);
    room.bench.operator({ type: 'resume-trading', scope: ALL });
    traded(room, '1000.9');
    run(room, 3);
    expect(placed(room).length).toBeGreaterThan(before);
  });

  it('is canceled by its id, with what it has at the venue', () => {
    const room = begun();
    const { id } = room.kept[0]!;
    room.bench.operator({ type: 'cancel', intentId: 'person-1', orderId: id, symbol: '' });
    run(room, 3);
    expect(room.told.at(-1)).toBe(`${order.kind} done canceled`);
    expect(room.bench.ladder()).toEqual([]);
    expect(room.kept).toEqual([]);
  });

  it('with a key is placed once', () => {
    const room = begun({ once: 'all' });
    expect(room.ctx.place({ ...order, once: 'all' })).toBeUndefined();
    const later = next(room, remembered(room));
    expect(later.ctx.place({ ...order, once: 'all' })).toBeUndefined();
    expect(later.kept).toHaveLength(1);
  });

  it('tries again after refusals, later each time, and loses nothing by it', () => {
    const room = new DeskRoom({ answers: false });
    room.place(order);
    traded(room, '1000');
    traded(room, '1009');
    for (let i = 0; i < 3; i++) {
      run(room, 1);
      const { intentId } = room.bench.commands('place').at(-1)!;
      room.bench.report({ type: 'intent-refused', intentId, kind: 'place', code: 'busy', message: 'busy' });
    }
    expect(room.kept[0]).toMatchObject({ filled: dec('0'), state: 'working' });
    const before = placed(room).length;
    run(room, 70);
    expect(placed(room).length).toBeGreaterThan(before);
  });

  it('does nothing while the outcome of its part is unknown', () => {
    const room = new DeskRoom({ answers: false });
    room.place(order);
    traded(room, '1000');
    traded(room, '1009');
    run(room, 1);
    const { intentId } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'intent-unknown', intentId, kind: 'place', lane: 'BTC/EUR', reason: 'lost' });
    run(room, 120);
    expect(placed(room)).toHaveLength(1);
    expect(room.kept[0]?.waitsFor).toContain('waits for its order to be filled');
  });
});

describe('a worked order of the position', () => {
  it('only reduces, follows the position, and is done when nothing is left', () => {
    const room = new DeskRoom();
    room.hold('0.1');
    room.place({ kind: 'twap', amount: 'position', over: 10 * MINUTE_MS });
    run(room, 120);
    room.bench.operator({ type: 'pause', strategy: 's' });
    run(room, 120);
    expect(placed(room).length, 'it outlives a pause').toBeGreaterThan(4);
    run(room, 400);
    expect(room.ctx.position.amount.isZero()).toBe(true);
    expect(room.told.at(-1)).toBe('twap done filled');
  });

  it('gives way to a stop that fires', () => {
    const room = new DeskRoom();
    room.hold('0.1');
    room.place({ kind: 'iceberg', amount: 'position', show: dec('0.03'), price: 61_000 });
    room.place({ kind: 'stop', amount: 'position', stop: dec('59000') });
    expect(room.bench.ladder()).toHaveLength(1);
    for (let i = 0; i < 3; i++) {
      room.book('58900', '58910');
      for (const text of room.bench.ladder()) expect(text).toMatch(/ at 58315\.95$/);
      room.fillAll();
    }
    expect(room.told.slice(-2).toSorted()).toEqual(['iceberg done nothing-left', 'stop done filled']);
    expect(room.ctx.position.amount.isZero()).toBe(true);
  });
});

describe('the end of a life', () => {
  it('leaves an iceberg to the setting, and takes with it what must be watched', () => {
    for (const [order, left] of [
      [ICEBERG, 1],
      [PEG, 0],
    ] as const) {
      const room = new DeskRoom();
      room.place(order);
      room.bench.send({ type: 'shutdown', onStop: 'keep' });
      room.bench.timer();
      expect(room.bench.ladder()).toHaveLength(left);
      expect(JSON.parse(room.states[':desk-orders s BTC/EUR']!)).toMatchObject({ orders: [{ kind: order.kind }] });
    }
  });
});
