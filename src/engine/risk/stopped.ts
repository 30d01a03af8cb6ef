import { scopeText, type TradingStop } from '../../model/tradingStop.ts';
import type { EngineState } from '../engineState.ts';
import type { Refusal } from '../refusal.ts';
import { BUY } from '../side.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/**
 * While trading is halted, nothing is sent that takes risk. While it is reducing, only orders that make a position smaller are
 * sent.
 */
export function stoppedBy(request: OrderRequest, state: EngineState): 'halted' | 'reducing' | undefined {
  if (state.stops.isEmpty) return undefined;
  const stop = stopOf(request, state);
  if (stop === undefined) return undefined;
  if (stop.state === 'halted') return 'halted';
  return isReducing(request) ? undefined : 'reducing';
}

export function stoppedMessage(request: OrderRequest, state: EngineState): string {
  const stop = stopOf(request, state)!;
  return stop.state === 'halted' ? stop.reason : reducingMessage(stop);
}

/** A conversion out of the base currency of a strategy's market makes its position smaller, up to what it holds. */
export function stoppedConversion(request: ConversionRequest, state: EngineState): Refusal | undefined {
  const { strategy, fromCurrency, toCurrency, fromAmount } = request;
  const sold = state.markets.get(`${fromCurrency}/${toCurrency}`);
  const symbol = sold?.symbol ?? `${toCurrency}/${fromCurrency}`;
  const stop = state.stops.against(strategy, symbol);
  if (stop === undefined) return undefined;
  if (stop.state === 'halted') return { rule: 'halted', message: stop.reason };
  const seat = state.owner(strategy, symbol);
  const isSmaller =
    sold !== undefined && (seat.instance.settings === undefined || (seat.symbol === symbol && fromAmount?.lte(seat.base.decimal) === true));
  return isSmaller ? undefined : { rule: 'reducing', message: reducingMessage(stop) };
}

/**
 * Whether the order, together with all others of its side, brings the strategy's position closer to zero and not beyond it.
 * People have no position of their own here, so a person may sell what the account has.
 */
function isReducing({ seat, market, side, lots, replaces }: OrderRequest): boolean {
  if (seat.instance.settings === undefined) return side !== BUY;
  if (seat.market !== market) return false;
  let sum = lots;
  for (const order of seat.live.copy()) {
    if (order.side === side && order !== replaces) sum += Math.max(order.remaining, order.isReplacing ? order.nextLots : 0);
  }
  return sum <= (side === BUY ? -seat.positionLots : seat.positionLots);
}

function stopOf({ seat, market }: OrderRequest, { stops }: EngineState): TradingStop | undefined {
  return stops.against(seat.name, market.symbol);
}

function reducingMessage({ scope, reason }: TradingStop): string {
  return `${scopeText(scope)} may only reduce positions: ${reason}`;
}
