import type { OrderBench } from './orderBench.ts';

/** The trades list of one order from now on, whatever was executed of it; amounts in the order of their times. */
export function listOnly(
  bench: OrderBench,
  orderId: string,
  at: number,
  ...rows: readonly (readonly [amount: string, price: string])[]
): void {
  const items = rows.map(
    ([amount, price], i) =>
      `{"id":${orderId},"price":${price},"amount":${amount},"symbol":"BTC/EUR","type":"Limit","side":"Buy","status":"PartiallyExecuted","tradeDate":"${new Date(at + i * 1000).toISOString()}"}`,
  );
  const body = `{"total":${rows.length},"items":[${items.toReversed().join(',')}]}`;
  bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body } : undefined);
}
