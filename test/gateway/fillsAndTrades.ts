import type { Decimal } from '../../src/base/decimal.ts';
import type { OrderBench } from './orderBench.ts';

/** What the log and the venue say of the executions of our orders, digit for digit, in one comparable form. */
export async function fillsAndTrades(bench: OrderBench): Promise<{ fills: string[]; trades: string[] }> {
  const text = (one: { orderId: string; price: Decimal; amount: Decimal; fee: Decimal; feeCurrency: string; tradedAt: number }): string =>
    [one.orderId, one.tradedAt, one.price.toFixed(), one.amount.toFixed(), one.fee.toFixed(), one.feeCurrency].join(' ');
  const logged = await bench.store.fillLog.fills({});
  return { fills: logged.map(({ fill }) => text(fill)).sort(), trades: bench.truth().trades.map(text).sort() };
}
