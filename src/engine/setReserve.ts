import type { Sum } from '../base/sum.ts';
import type { Market, Seat } from './market.ts';
import { BUY } from '../model/side.ts';

interface Reserving {
  readonly market: Market;
  readonly seat: Seat;
  readonly side: number;
  readonly reserve: Sum;
}

/** Sets what may still be taken of the purse that an order pays from, and of its seat's budget: so many lots, of a buy at this price. */
export function setReserve({ market, seat, side, reserve }: Reserving, ticks: number, lots: number): void {
  if (side !== BUY) reserve.setPart(market.base.reserved, 1, lots, market.perLot);
  else reserve.setPart(market.quote.reserved, ticks, lots, market.perTickLot, seat.market === market ? seat.buys : undefined);
}
