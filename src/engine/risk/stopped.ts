import type { Decimal } from '../../base/decimal.ts';
import { amountOf } from '../../model/grid.ts';
import { scopeText, type TradingStop } from '../../model/tradingStop.ts';
import { convertedLots } from '../convertedLots.ts';
import type { EngineState } from '../engineState.ts';
import type { EngineOrder, Market, Seat } from '../market.ts';
import type { Refusal } from '../refusal.ts';
import { BUY, SELL } from '../../model/side.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/**
 * While trading is halted, nothing is sent that takes risk. While it is reducing, only orders that make a position smaller are
 * sent. A position that is being closed is held back by a person's halt alone, and by none that is older than a person's word to close it.
 */
export function stoppedBy(request: OrderRequest, state: EngineState): 'halted' | 'reducing' | undefined {
  if (state.stops.isEmpty) return undefined;
  const stop = stopOf(request, state);
  if (stop === undefined) return undefined;
  if (stop.state === 'halted') return 'halted';
  return isReducing(request, state) ? undefined : 'reducing';
}

export function stoppedMessage(request: OrderRequest, state: EngineState): string {
  const stop = stopOf(request, state)!;
  return stop.state === 'halted' ? stop.reason : reducingMessage(stop);
}

/**
 * A conversion out of the base currency of a strategy's market makes its position smaller, up to what it holds less what its orders
 * there may sell. People have no position of their own here, so a person may give away what the account has.
 */
export function stoppedConversion(request: ConversionRequest, state: EngineState): Refusal | undefined {
  const { strategy, fromCurrency, toCurrency, fromAmount } = request;
  const sold = state.markets.get(`${fromCurrency}/${toCurrency}`);
  const symbol = sold?.symbol ?? `${toCurrency}/${fromCurrency}`;
  const stop = state.stops.against(strategy, symbol);
  if (stop === undefined) return undefined;
  if (stop.state === 'halted') return { rule: 'halted', message: stop.reason };
  const seat = state.owner(strategy, symbol);
  const isSmaller =
    sold !== undefined &&
    (seat.instance.settings === undefined || (seat.market === sold && fromAmount?.lte(leftToSell(seat, sold, state)) === true));
  return isSmaller ? undefined : { rule: 'reducing', message: reducingMessage(stop) };
}

/**
 * Whether the order, together with all else of its side that is under way, brings the strategy's position closer to zero and not
 * beyond it. A person may sell what the account has.
 */
function isReducing({ seat, market, side, lots, replaces }: OrderRequest, state: EngineState): boolean {
  if (seat.instance.settings === undefined) return side !== BUY;
  if (seat.market !== market) return false;
  const sum = lots + lotsUnderway(seat, market, side, state, replaces);
  return sum <= (side === BUY ? -seat.positionLots : seat.positionLots);
}

/** A position may hold less than a lot more than orders can sell, which only a conversion takes. */
function leftToSell(seat: Seat, market: Market, state: EngineState): Decimal {
  return seat.base.decimal.minus(amountOf(market.pair.grid, lotsUnderway(seat, market, SELL, state, undefined)));
}

/**
 * How many lots of a side are under way for the strategy, at worst: its orders, those of which nobody knows included, the larger of
 * what one is and what it is to become, what may have been executed and was not read yet, and conversions that were accepted.
 */
function lotsUnderway(seat: Seat, market: Market, side: number, state: EngineState, but: EngineOrder | undefined): number {
  let sum = state.unseen.lots(market, side, seat) + convertedLots(seat, market, side, state);
  for (const order of seat.live.copy()) {
    if (order.side === side && order !== but) sum += Math.max(order.remaining, order.isReplacing ? order.nextLots : 0);
  }
  return sum;
}

function stopOf({ seat, market }: OrderRequest, { stops }: EngineState): TradingStop | undefined {
  return seat.isClosing ? stops.againstClosing(seat.name, market.symbol) : stops.against(seat.name, market.symbol);
}

function reducingMessage({ scope, reason }: TradingStop): string {
  return `${scopeText(scope)} may only reduce positions: ${reason}`;
}
