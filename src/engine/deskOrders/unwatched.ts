import type { EngineSink } from '../engineState.ts';

/** Tells of saved orders whose strategy is not configured any more, or on another symbol. The text stays as it is, for the day when it is again. */
export function tellUnwatched(sink: EngineSink, name: string, symbol: string, text: string): void {
  const { orders } = JSON.parse(text) as { readonly orders: readonly unknown[] };
  if (orders.length === 0) return;
  const message = `${orders.length} orders that the desk keeps for it on ${symbol} are not watched, since it does not run there: configure it again, or close its position by hand`;
  sink.notice({ type: 'log', strategy: name, level: 'warn', message });
}
