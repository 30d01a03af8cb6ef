import { dec } from '../../src/base/decimal.ts';
import { isBusy } from '../../src/engine/busyLane.ts';
import type { EngineOrder } from '../../src/engine/market.ts';
import { shownOrder } from '../../src/engine/shownOrder.ts';
import type { Report } from '../../src/model/event.ts';
import type { Fill } from '../../src/model/fill.ts';
import type { Order } from '../../src/model/order.ts';
import { EngineRoom } from './engineRoom.ts';
import { fillOf } from './fixtures.ts';

export function placed(amount: string, side: 'Buy' | 'Sell' = 'Buy'): EngineRoom {
  const room = new EngineRoom();
  room.placed('i', side, '60000', amount);
  return room;
}

export function replacing(amount: string): EngineRoom {
  const room = placed(amount);
  room.take(opened(amount));
  room.replacing(orderIn(room), 'r', '61000', amount);
  return room;
}

export function orderIn(room: EngineRoom): EngineOrder {
  return room.known.byIntent('i')!;
}

export function shown(room: EngineRoom): Order {
  return shownOrder(orderIn(room));
}

export function isLaneBusy(room: EngineRoom, symbol = 'BTC/EUR'): boolean {
  return isBusy(room.market(symbol));
}

export function reserved(room: EngineRoom): Record<string, string> {
  const { base, quote } = room.market();
  return { EUR: quote.reserved.decimal.toFixed(), BTC: base.reserved.decimal.toFixed() };
}

export function opened(amount: string): Extract<Report, { type: 'order-opened' }> {
  return { type: 'order-opened', intentId: 'i', orderId: 'o', amount: dec(amount), price: dec('60000'), adopted: false };
}

export function replaced(amount: string, replacedAt: number): Extract<Report, { type: 'order-replaced' }> {
  const shape = { price: dec('61000'), amount: dec(amount) };
  return { type: 'order-replaced', intentId: 'r', orderId: 'o', newOrderId: 'o', ...shape, replacedAt };
}

export function fillAt(tradedAt: number, amount: string): Fill {
  return fillOf({ orderId: 'o', amount: dec(amount), tradedAt });
}
