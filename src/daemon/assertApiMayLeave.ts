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
  if (stop?.state !== 'halted' || request.interface !== 'exchange' || !movesSomething(request)) return;
  throw new Fault('halted', `all trading is halted: ${stop.reason}`, {
    outcome: 'not-sent',
    suggestion: `it goes on ${howItGoesOn(stop)}`,
  });
}

/** A request that may not be repeated changes something; of others the method tells. */
function movesSomething(request: ApiRequest): boolean {
  if (!('operation' in request)) return request.method !== 'GET' && request.method !== 'DELETE';
  const { operation } = request;
  if (operation === 'quotes.request' || !Object.hasOwn(exchange, operation)) return false;
  return exchange[operation as keyof typeof exchange].repeat === 'never';
}
