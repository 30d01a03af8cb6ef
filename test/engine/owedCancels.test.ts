import { expect, it } from 'vitest';
import type { EngineOrder } from '../../src/engine/market.ts';
import { OwedCancels } from '../../src/engine/owedCancels.ts';

const orderOf = (): EngineOrder => ({ state: 'open', isCancelAsked: false, cancelTriedAt: 0 }) as EngineOrder;

it('cancels an order until it is over', () => {
  const canceled: EngineOrder[] = [];
  const owed = new OwedCancels((order) => canceled.push(order));
  const order = orderOf();
  owed.add(order);
  owed.repeat();
  owed.repeat();
  expect(canceled).toEqual([order, order]);
  order.state = 'closed';
  owed.repeat();
  expect(canceled).toHaveLength(2);
  expect(owed.isEmpty).toBe(true);
});

it('leaves the order alone for which the object of one that is over is used again', () => {
  const canceled: EngineOrder[] = [];
  const owed = new OwedCancels((order) => canceled.push(order));
  const order = orderOf();
  owed.add(order);
  // Over and used again before the next heartbeat, as `Orders.add` does it.
  order.isCancelAsked = false;
  owed.repeat();
  expect(canceled).toEqual([]);
  expect(owed.isEmpty).toBe(true);
});
