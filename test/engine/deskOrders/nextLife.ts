import { dec } from '../../../src/base/decimal.ts';
import type { Restored } from '../../../src/model/event.ts';
import type { Fill } from '../../../src/model/fill.ts';
import { orderOf } from '../fixtures.ts';
import { DeskRoom } from './deskRoom.ts';

/** What a store would tell the next life: the saved states, the orders that are open, and what was executed until now. */
export function remembered(room: DeskRoom, more: readonly Fill[] = []): Partial<Restored> {
  const { bench } = room;
  const owner = new Map(bench.commands('place').map((place, i) => [`order-${i + 1}`, place]));
  const fills = [...room.fills, ...more].map((fill) => {
    const { intentId, strategy } = owner.get(fill.orderId)!;
    return { ...fill, intentId, strategy };
  });
  const sums = new Map<string, { amount: (typeof fills)[0]['amount']; value: (typeof fills)[0]['amount'] }>();
  for (const { intentId, amount, price } of fills) {
    const { amount: before = dec('0'), value = dec('0') } = sums.get(intentId) ?? {};
    sums.set(intentId, { amount: before.plus(amount), value: value.plus(price.times(amount)) });
  }
  const orders = [...bench.resting].map(([orderId, { intentId, side, price, amount }]) => {
    const filled = sums.get(intentId)?.amount ?? dec('0');
    return orderOf({ intentId, orderId, side, price, amount: amount.plus(filled), filled });
  });
  return { states: room.states, orders, fills, childSums: Object.fromEntries(sums) };
}

/** The next life, so much later. */
export function next(room: DeskRoom, restored: Partial<Restored>, afterMs = 60_000): DeskRoom {
  const later = new DeskRoom({ at: room.bench.now + afterMs, orders: 1000, restored });
  for (const [id, order] of room.bench.resting) later.bench.resting.set(id, order);
  return later;
}
