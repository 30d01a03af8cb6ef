import { dec } from '../../src/base/decimal.ts';
import type { EngineBench } from '../engine/engineBench.ts';
import { fillOf } from '../engine/fixtures.ts';

/** The venue takes each order that it has not answered yet, executes a share of it at its price, and cancels the rest. */
export function executeOrders(bench: EngineBench, share = '1'): void {
  const answered = new Set(
    bench.events.map((event) => (event.type === 'report' && 'intentId' in event.report ? event.report.intentId : '')),
  );
  for (const { intentId, symbol, side, amount, price } of bench.commands('place').filter((one) => !answered.has(one.intentId))) {
    const orderId = `order of ${intentId}`;
    bench.report({ type: 'order-opened', intentId, orderId, amount, price, adopted: false });
    const executed = amount.times(share).toDecimalPlaces(4);
    const at = { tradedAt: bench.now, receivedAt: bench.now };
    bench.report({ type: 'fill', fill: fillOf({ orderId, symbol, side, price: price ?? dec('1'), amount: executed, ...at }) });
    bench.report({ type: 'order-closed', orderId, end: executed.eq(amount) ? 'filled' : 'canceled', filled: executed });
  }
}
