import { DOUBT } from '../base/isFarBelow.ts';
import { bigLotsOf } from '../model/grid.ts';
import type { EngineState } from './engineState.ts';
import type { Market } from './market.ts';
import { BUY } from '../model/side.ts';

/** How far from the mid an order that takes may go when no collar is configured. */
const DEFAULT_COLLAR = 0.01;

/** The worst price that the collar, or that part of it, allows, in ticks. An order at this price takes the book's own prices up to it. */
export function worstTicks({ twoMids }: Market, side: number, { collarShare }: EngineState, part = 1): number {
  const share = collarShare * part || DEFAULT_COLLAR;
  return side === BUY ? Math.floor((twoMids * (1 + share)) / 2) : Math.ceil((twoMids * (1 - share)) / 2);
}

/** How many lots one order may have at this price, by the pair's rules and the limits on its amount and value. */
export function mostLots(market: Market, ticks: number, state: EngineState): number {
  return Math.min(market.most, lotsOfAmount(market, state), lotsWorth(market, ticks, state));
}

function lotsOfAmount({ pair }: Market, { limits }: EngineState): number {
  const most = limits.maxOrderAmount?.[pair.base];
  return most === undefined ? Infinity : Number(bigLotsOf(pair.grid, most, 'down'));
}

/** By the limit on its value. 0 when nobody can tell. */
function lotsWorth({ quote, quoteOne, perTickLot }: Market, ticks: number, state: EngineState): number {
  const { limits, mostOrderValue } = state;
  const most = limits.maxOrderValue;
  if (most === undefined) return Infinity;
  const inQuote = most.currency === quote.currency ? mostOrderValue : state.worth(most.amount, most.currency, quote.currency);
  if (inQuote === undefined) return 0;
  return Math.floor((Number(inQuote) * quoteOne * (1 - DOUBT)) / (ticks * perTickLot.near));
}
