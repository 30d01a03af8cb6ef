import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import { type Units, type UnitScale, tickLots } from '../../exchange/units.ts';
import type { PlaceCommand } from '../../model/command.ts';

/** An order at the venue of a backtest, as far as we have heard of it. */
export interface VenueOrder {
  /** The venue's id: orders are counted from 1. */
  readonly id: string;
  readonly command: PlaceCommand;
  readonly market: number;
  readonly slot: number;
  readonly openedAt: Instant;
  /** The limit; 0 for a market order. */
  ticks: number;
  /** Still open. */
  lots: number;
  /** All that it is for, what is filled included. */
  amount: Decimal;
  filledLots: number;
  /** How many executions it had. */
  fills: number;
  /** By the venue's time; what was executed up to then is no part of `lots`. */
  replacedAt: Instant;
  /** A replacement on its way. */
  replacement: { readonly intentId: string; readonly ticks: number; readonly lots: number } | undefined;
  /** What a market order may cost, by the book that it was decided on. */
  readonly marketCost: Units;
}

/** What the order may still take from the account: a buy its price in quote, a sell its amount in base. */
export function heldBy({ command, ticks, lots, replacement, marketCost }: VenueOrder, scale: UnitScale): Units {
  const now = needOf(command.side, ticks, lots, scale, marketCost);
  const then = replacement === undefined ? 0n : needOf(command.side, replacement.ticks, replacement.lots, scale, 0n);
  return now > then ? now : then;
}

/** What an order must hold, in the currency that it gives away. */
export function needOf(side: PlaceCommand['side'], ticks: number, lots: number, scale: UnitScale, marketCost: Units): Units {
  if (side === 'Sell') return BigInt(lots) * scale.perLot;
  return ticks === 0 ? marketCost : tickLots(ticks, lots) * scale.perTickLot;
}
