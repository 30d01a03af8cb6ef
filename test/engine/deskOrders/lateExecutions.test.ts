import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { Fill } from '../../../src/model/fill.ts';
import { fillOf } from '../fixtures.ts';
import { DeskRoom } from './deskRoom.ts';
import { next, remembered } from './nextLife.ts';
import { executed, ICEBERG, placed } from './workedRoom.ts';

/** Its first part was closed with nothing, before the venue told of its execution. */
function begun(): DeskRoom {
  const room = new DeskRoom();
  room.place({ ...ICEBERG, show: dec('0.0002') });
  room.bench.resting.delete('order-1');
  room.bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: dec('0') });
  room.bench.timer(1000);
  return room;
}

/** Fills part after part until so many were sent. */
function fillParts(room: DeskRoom, parts: number): void {
  for (let i = 0; i < 3 * parts && placed(room).length < parts; i++) {
    room.fillAll();
    room.book('59990', '60010');
  }
  expect(placed(room)).toHaveLength(parts);
}

const LATE: Fill = fillOf({ id: 'late', orderId: 'order-1', side: 'Buy', price: dec('58000'), amount: dec('0.0001') });

/** How much of the order is done, and at which price. */
function done(room: DeskRoom): object {
  const { filled, worked } = room.kept[0]!;
  return { filled, price: worked!.averagePrice };
}

describe('H7: an execution that comes late', () => {
  it.each([2, 99, 100, 101, 150, 199, 200, 201, 250, 350])('counts in the next life too, after %i parts', (parts) => {
    const room = begun();
    fillParts(room, parts);
    const { filled } = room.kept[0]!;
    room.bench.report({ type: 'fill', fill: LATE });
    expect(room.kept[0]!.filled).toEqual(filled.plus('0.0001'));
    // A kill at once, before anything else is saved.
    const later = next(room, remembered(room));
    expect(done(later)).toEqual(done(room));
  });

  it('counts before its part is forgotten, and still after it is', () => {
    const room = begun();
    fillParts(room, 50);
    room.bench.report({ type: 'fill', fill: LATE });
    fillParts(room, 350);
    expect(done(next(room, remembered(room)))).toEqual(done(room));
  });

  it('counts when the next life is told of it first, and in the one after that', () => {
    const room = begun();
    fillParts(room, 50);
    const { filled } = room.kept[0]!;
    const later = next(room, remembered(room));
    later.bench.report({ type: 'fill', fill: { ...LATE, strategy: 's', intentId: room.bench.commands('place')[0]!.intentId } });
    expect(later.kept[0]!.filled).toEqual(filled.plus('0.0001'));
    expect(done(next(room, remembered(room, [LATE]), 120_000))).toEqual(done(later));
  });

  it('is not sent again', { tags: 'long' }, () => {
    const room = begun();
    fillParts(room, 250);
    room.bench.report({ type: 'fill', fill: LATE });
    const later = next(room, remembered(room));
    for (let i = 0; i < 400 && later.kept.length > 0; i++) {
      later.fillAll();
      later.book('59990', '60010');
    }
    expect(later.told.at(-1)).toBe('iceberg done filled');
    expect(dec(executed(room)).plus(executed(later))).toEqual(dec('0.1'));
  });
});
