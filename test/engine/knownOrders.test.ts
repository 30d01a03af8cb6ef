import { expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { EngineRoom } from './engineRoom.ts';
import { NOON, orderOf } from './fixtures.ts';

it('knows the last thousands of closed orders by their ids, and every live one', () => {
  const room = new EngineRoom();
  room.reports.restore(orderOf({ intentId: 'alive', orderId: 'alive' }));
  for (let i = 0; i < 2100; i++) {
    room.placed(`i${i}`, 'Buy', '60000', '1');
    const shape = { amount: dec('1'), price: dec('60000'), adopted: false };
    room.take({ type: 'order-opened', intentId: `i${i}`, orderId: `o${i}`, ...shape });
    room.take({ type: 'order-closed', orderId: `o${i}`, end: 'canceled', filled: ZERO });
  }
  expect(room.known.byIntent('i0')).toBeUndefined();
  expect(room.known.byOrderId('o0')).toBeUndefined();
  expect(room.known.byIntent('i100')).toBeDefined();
  expect(room.known.byIntent('i2099')?.state).toBe('closed');
  expect(room.known.byIntent('alive')?.state).toBe('open');
  expect(room.known.byOrderId('alive')).toBe(room.known.byIntent('alive'));
});

it('knows an order by every id that it ever had', () => {
  const room = new EngineRoom();
  room.reports.restore(orderOf());
  const order = room.known.byOrderId('order-1')!;
  const shape = { price: dec('60000'), amount: dec('1') };
  room.take({ type: 'order-replaced', intentId: 'r', orderId: 'order-1', newOrderId: 'order-2', ...shape, replacedAt: NOON });
  expect(room.known.byOrderId('order-1')).toBe(order);
  expect(room.known.byOrderId('order-2')).toBe(order);
  expect(order.orderId).toBe('order-2');
});
