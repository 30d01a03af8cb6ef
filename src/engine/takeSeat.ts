import type { Market, Seat } from './market.ts';

/** The strategy trades in the market from here on. */
export function takeSeat(seat: Seat, market: Market): void {
  seat.market = market;
  market.seats.push(seat);
}
