import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/base/random.ts';
import { LaneDesk } from '../../../src/research/fastLane/laneDesk.ts';
import { BUY, type LaneOrder, LaneOrders, OPEN, SELL } from '../../../src/research/fastLane/laneOrders.ts';
import type { LaneRisk } from '../../../src/research/fastLane/laneRisk.ts';
import { LeaveLane } from '../../../src/research/fastLane/leaveLane.ts';

/** A desk that stops, and the orders that it was left with: a buy and a sell, and another buy if there are three. */
function stopping(count: 2 | 3): { desk: LaneDesk; orders: readonly LaneOrder[]; canceled: number[] } {
  const canceled: number[] = [];
  const all = new LaneOrders();
  const never = (): never => {
    throw new Error('nothing is sent that takes risk');
  };
  const venue = { place: never, replace: never, cancel: ({ serial }: LaneOrder) => void canceled.push(serial) };
  const risk = { approves: never, countSent: never } as unknown as LaneRisk;
  const desk = new LaneDesk({ orders: all, risk, venue, replaces: true, leastLots: 1, random: seededRandom(1) });
  const orders = [BUY, SELL, BUY].slice(0, count).map((side, slot) => all.place(slot, side as typeof BUY, 100 + slot, 5, undefined, 0));
  for (const order of orders) order.state = OPEN;
  desk.now = 10_000;
  desk.close(true);
  return { desk, orders, canceled };
}

describe('a desk that cancels all', () => {
  it('cancels in the order in which orders were placed, and each once', () => {
    const { desk, canceled } = stopping(3);
    desk.work();
    desk.work();
    expect(canceled).toEqual([1, 2, 3]);
  });

  it('cancels what a report was about before the others, as the engine does', () => {
    const { desk, orders, canceled } = stopping(2);
    desk.workAfter(orders[1]!);
    expect(canceled).toEqual([2, 1]);
  });

  it('leaves the lane where a report lets it cancel several others', () => {
    const { desk, orders } = stopping(3);
    expect(() => desk.workAfter(orders[1]!)).toThrow(LeaveLane);
  });
});
