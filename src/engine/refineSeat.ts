import type { Market, Seat } from './market.ts';

/** Gives the strategy's sums the same units as its market's purses. By the new rules of the pair, what it wants may be another thing to do. */
export function refineSeat(seat: Seat, { base, quote }: Market): void {
  seat.isQuiet = false;
  seat.base.refine(base.decimals);
  seat.flow.refine(quote.decimals);
  seat.buys.refine(quote.decimals);
  const { budget } = seat.instance;
  if (budget === undefined) seat.budgetUnits = Infinity;
  else seat.budgetUnits = budget.currency === quote.currency ? budget.amount.toNumber() * 10 ** quote.decimals : NaN;
}
