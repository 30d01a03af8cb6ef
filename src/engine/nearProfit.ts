import type { Seat } from './market.ts';

/** The profit of seats by rounded numbers, with their positions at the mid. What these can't tell is worked out by `profitOf`. */
export class NearProfit {
  profit = 0.5;
  /** What all terms add up to, without their signs. */
  size = 0.5;

  begin(): void {
    this.profit = 0;
    this.size = 0;
  }

  /** Adds what a seat has made. False where only exact sums can tell that. */
  add({ market, base, flow, fills, hasOtherFees }: Seat, currency: string): boolean {
    if (market === undefined || market.quote.currency !== currency || hasOtherFees) return false;
    if (fills === 0) return true;
    const worth = (base.near * market.twoMids * market.perTickLot.near) / (2 * market.perLot.near);
    this.profit += (flow.near + worth) / market.quoteOne;
    this.size += (Math.abs(flow.near) + Math.abs(worth)) / market.quoteOne;
    return true;
  }

  /** Takes off what was made before. */
  less(before: number): void {
    this.profit -= before;
    this.size += Math.abs(before);
  }
}
