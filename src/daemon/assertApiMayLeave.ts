import { Fault } from '../base/fault.ts';
import { exchange } from '../contract/exchange.ts';
import { worstStop } from '../engine/tradingStops.ts';
import { howItGoesOn, type TradingStop } from '../model/tradingStop.ts';
import type { ApiRequest } from './sendApiRequest.ts';

/**
 * Under the kill switch `sluice api` moves nothing at the exchange either: reads, quotes and cancels go on. Throws a `Fault` `halted`,
 * `not-sent`. The payment interfaces are no part of trading.
 */
export function assertApiMayLeave(request: ApiRequest, stops: readonly TradingStop[]): void {
  const stop = worstStop(stops.filter(({ scope }) => scope.of === 'all'));
  if (stop?.state !== 'halted' || !movesTrading(request)) return;
  throw new Fault('halted', `all trading is halted: ${stop.reason}`, {
    outcome: 'not-sent',
    suggestion: `it goes on ${howItGoesOn(stop)}`,
  });
}

/** Whether it changes something at the exchange: one that may not be repeated does; of one without a name the method tells. */
export function movesTrading(request: ApiRequest): boolean {
  if (request.interface !== 'exchange') return false;
  if (!('operation' in request)) return request.method !== 'GET' && request.method !== 'DELETE';
  const { operation } = request;
  if (operation === 'quotes.request' || !Object.hasOwn(exchange, operation)) return false;
  return exchange[operation as keyof typeof exchange].repeat === 'never';
}
