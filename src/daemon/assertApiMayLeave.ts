import { exchange } from '../contract/exchange.ts';
import { worstStop } from '../engine/tradingStops.ts';
import type { TradingStop } from '../model/tradingStop.ts';
import { haltedFault } from './haltedFault.ts';
import type { ApiRequest } from './sendApiRequest.ts';

/**
 * Under the kill switch `sluice api` moves nothing at the exchange either, nor places an order of a symbol that is halted: reads, quotes and
 * cancels go on. Throws a `Fault` `halted`, `not-sent`. The payment interfaces are no part of trading.
 */
export function assertApiMayLeave(request: ApiRequest, stops: readonly TradingStop[]): void {
  const symbol = 'operation' in request ? request.params['symbol'] : undefined;
  const stop = worstStop(stops.filter(({ scope }) => scope.of === 'all' || (scope.of === 'symbol' && scope.name === symbol)));
  if (stop?.state !== 'halted' || !movesTrading(request)) return;
  throw haltedFault(stop);
}

/** Whether it changes something at the exchange: one that may not be repeated does; of one without a name the method tells. */
export function movesTrading(request: ApiRequest): boolean {
  if (request.interface !== 'exchange') return false;
  if (!('operation' in request)) return request.method !== 'GET' && request.method !== 'DELETE';
  const { operation } = request;
  if (operation === 'quotes.request' || !Object.hasOwn(exchange, operation)) return false;
  return exchange[operation as keyof typeof exchange].repeat === 'never';
}
