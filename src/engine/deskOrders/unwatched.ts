import { counted } from '../../base/counted.ts';
import type { EngineSink } from '../engineState.ts';

/** Tells of saved orders whose strategy is not configured any more, or on another symbol. The text stays as it is, for the day when it is again. */
export function tellUnwatched(sink: EngineSink, name: string, symbol: string, text: string): void {
  const { orders } = JSON.parse(text) as { readonly orders: readonly unknown[] };
  if (orders.length === 0) return;
  const message = `${counted(orders.length, 'order')} that the desk keeps for it on ${symbol} ${orders.length === 1 ? 'is' : 'are'} not watched, since it does not run there: configure it again, or close its position by hand`;
  sink.notice({ type: 'log', strategy: name, level: 'warn', message });
}
