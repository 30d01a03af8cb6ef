import { type Decimal, maxDecimal, ZERO } from '../../base/decimal.ts';
import type { EngineState } from '../engineState.ts';
import type { EngineOrder, Seat } from '../market.ts';
import type { Orders } from '../orders.ts';
import { isFreshBook } from './staleData.ts';

/** In one currency: what a strategy holds of it by its trades, and what its open buys may take of it. */
interface Held {
  amount: Decimal;
  buys: Decimal;
  /** Whether it is the base of one of the strategy's markets. What only pays for others is no exposure. */
  isBase: boolean;
}

/**
 * Why spending `value` of a currency would bring a strategy of several markets over its budget, or undefined when it would not. What it
 * holds is counted by currency over all its markets, so what was bought in one and sold in another is not held. A buy that is paid with
 * what the strategy holds adds nothing. All is valued by fresh books alone.
 */
export function overSharedBudget(
  seat: Seat,
  value: Decimal,
  currency: string,
  state: EngineState,
  orders: Orders,
  replaces: EngineOrder | undefined,
): string | undefined {
  const budget = seat.instance.budget!;
  const held = holdingsOf(seat, orders, replaces);
  const used = exposureOf(held, budget.currency, state);
  heldIn(held, currency).buys = heldIn(held, currency).buys.plus(value);
  const after = exposureOf(held, budget.currency, state);
  if (used === undefined || after === undefined)
    return `no fresh book tells what ${seat.name} holds and may buy is worth in ${budget.currency}`;
  if (after.lte(budget.amount)) return undefined;
  const more = after.minus(used).toDecimalPlaces(8);
  return `${used.toDecimalPlaces(8)} ${budget.currency} in use and ${more} more is above the budget of ${budget.amount} ${budget.currency}`;
}

function holdingsOf({ peers }: Seat, orders: Orders, replaces: EngineOrder | undefined): Map<string, Held> {
  const held = new Map<string, Held>();
  for (const seat of peers) {
    const { market, base, flow, buys } = seat;
    if (market === undefined) continue;
    const bought = heldIn(held, market.base.currency);
    bought.isBase = true;
    bought.amount = bought.amount.plus(base.decimal);
    const { currency } = market.quote;
    const paying = heldIn(held, currency);
    paying.amount = paying.amount.plus(flow.decimal);
    paying.buys = paying.buys.plus(buys.decimal).plus(orders.neededByMarketBuys(currency, replaces, seat));
    if (replaces?.seat === seat && replaces.market === market) paying.buys = paying.buys.minus(replaces.reserve.decimal);
  }
  return held;
}

function heldIn(held: Map<string, Held>, currency: string): Held {
  let one = held.get(currency);
  if (one === undefined) held.set(currency, (one = { amount: ZERO, buys: ZERO, isBase: false }));
  return one;
}

/** Undefined when no fresh book tells. A holding below zero uses no budget. */
function exposureOf(held: ReadonlyMap<string, Held>, into: string, state: EngineState): Decimal | undefined {
  let sum: Decimal | undefined = ZERO;
  for (const [currency, { amount, buys, isBase }] of held) {
    const most = isBase ? maxDecimal(amount, buys) : buys;
    const worth = state.markets.worth(most, currency, into, (market) => isFreshBook(market, state));
    sum = worth && sum?.plus(worth);
  }
  return sum;
}
