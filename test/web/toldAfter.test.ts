import { describe, expect, it } from 'vitest';
import { type EventRow, type FillRow, NOTHING_TOLD, type OrderRow, type Told, toldAfter } from '../../web/pure/toldAfter.ts';
import { toldStatus } from './toldStatus.ts';

const order = (intentId: string, price: string): OrderRow => ({ intentId, price }) as OrderRow;
const fill = (id: string): FillRow => ({ id }) as FillRow;
const line = (id: number): EventRow => ({ id }) as EventRow;
const after = (told: Told, event: string, data: unknown): Told => toldAfter(told, { event, data: JSON.stringify(data) });

describe('what the stream tells', () => {
  const first = after(NOTHING_TOLD, 'snapshot', {
    status: toldStatus(),
    orders: [order('a', '1'), order('b', '2')],
    fills: [fill('1')],
    events: [line(2), line(1)],
  });

  it('begins with a snapshot, and another one replaces everything', () => {
    expect(first).toMatchObject({ snapshots: 1, status: { state: 'running' }, orders: { length: 2 } });
    const again = after(first, 'snapshot', { status: toldStatus({ state: 'halted' }), orders: [], fills: [], events: [] });
    expect(again).toMatchObject({ snapshots: 2, status: { state: 'halted' }, orders: [], fills: [] });
  });

  it('ends with the daemon, until another one tells', () => {
    const end = { at: '2026-11-23T14:08:23.000Z', left: [], kept: ['order 7'] };
    const ended = after(first, 'end', end);
    expect(ended).toEqual({ ...first, end });
    expect(after(ended, 'snapshot', { status: toldStatus(), orders: [], fills: [], events: [] }).end).toBeUndefined();
  });

  it('goes on with changes: orders keep their places, what is new comes first', () => {
    const told = after(first, 'changes', {
      orders: { changed: [order('a', '9'), order('c', '3')], gone: ['b'] },
      fills: [fill('2'), fill('3')],
      events: [line(3), line(4)],
    });
    expect(told.orders.map(({ intentId, price }) => intentId + price)).toEqual(['a9', 'c3']);
    expect(told.fills.map(({ id }) => id)).toEqual(['3', '2', '1']);
    expect(told.events.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
  });

  it('takes what is told twice once', () => {
    const changes = { fills: [fill('2')], events: [line(3)] };
    const twice = after(after(first, 'changes', changes), 'changes', changes);
    expect([twice.fills.length, twice.events.length]).toEqual([2, 3]);
    expect(twice.orders).toBe(first.orders);
  });

  it('replaces the status, and is left as it is by a beat and by what is not known', () => {
    expect(after(first, 'status', toldStatus({ openOrders: 7 })).status?.openOrders).toBe(7);
    expect(after(first, 'beat', {})).toBe(first);
    expect(after(first, 'something', {})).toBe(first);
  });

  it('is bounded', () => {
    let told = first;
    for (let at = 0; at < 60; at++)
      told = after(told, 'changes', { fills: [], events: Array.from({ length: 10 }, (_, i) => line(100 + at * 10 + i)) });
    expect(told.events).toHaveLength(500);
    expect(told.events[0]!.id).toBe(699);
  });
});
