import type { Conversion } from '../../model/conversion.ts';
import type { Fill } from '../../model/fill.ts';
import type { Order } from '../../model/order.ts';
import type { Pair } from '../../model/pair.ts';
import type { Trade } from './trade.ts';
import { bookLegConversion, bookLegFill } from './tradeBooking.ts';

/** What earlier lives have done, and what of it may still be live. */
export interface DoneBefore {
  readonly fills: readonly Fill[];
  readonly conversions: readonly Conversion[];
  readonly orders: readonly Order[];
}

/** Brings a trade to where its earlier life has left it, which may be further than it was last written down. */
export function goOnFrom(trade: Trade, { fills, conversions, orders }: DoneBefore, pairOf: (symbol: string) => Pair | undefined): void {
  for (const fill of fills) {
    const pair = pairOf(fill.symbol);
    if (pair !== undefined && fill.intentId !== undefined && trade.owns(fill.intentId)) bookLegFill(trade, fill, pair);
  }
  for (const conversion of conversions) {
    if (conversion.intentId !== undefined && trade.owns(conversion.intentId)) bookLegConversion(trade, conversion);
  }
  const live = orders.find(({ intentId }) => trade.owns(intentId));
  // An order that is not live any more is over. Whether a conversion is over is told by its lane.
  trade.leg = live === undefined ? undefined : { intentId: live.intentId, kind: 'book', what: `${live.side} ${live.symbol}` };
  // What this life sends has another name than anything that the earlier one may have sent after it was last saved.
  trade.legs++;
  trade.problem = 'it goes on with the next books';
}
