import { type Decimal, ZERO } from '../base/decimal.ts';
import type { EngineState } from './engineState.ts';
import type { Seat } from './market.ts';
import { profitOf } from './positions.ts';

/**
 * What an instance works with: its budget and its profit, open positions at the mid, over all its markets, in the quote currency of the first.
 * Throws where no book tells: ask `isFresh` first.
 */
export function equityOf(state: EngineState, seats: readonly Seat[]): Decimal {
  const { instance, market } = seats[0]!;
  const { name, budget } = instance;
  const currency = market?.quote.currency;
  let sum = budget === undefined || currency === undefined ? ZERO : state.worth(budget.amount, budget.currency, currency);
  for (const seat of seats) {
    const made = currency === undefined ? undefined : profitOf(state, seat, currency);
    sum = made && sum?.plus(made);
  }
  if (sum === undefined) throw new TypeError(`the equity of ${name} is not known before the first books of its markets: ask isFresh first`);
  return sum;
}
