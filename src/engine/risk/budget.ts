import type { Decimal } from '../../base/decimal.ts';
import { isFarBelow } from '../../base/isFarBelow.ts';
import type { EngineOrder } from '../market.ts';
import { BUY } from '../../model/side.ts';
import type { EngineState } from '../engineState.ts';
import type { Orders } from '../orders.ts';
import type { Seat } from '../market.ts';
import { conversionWorth } from './orderValue.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';
import { overSharedBudget } from './sharedBudget.ts';

/** A strategy's positions and open buys may not be worth more than its budget. Sells are always allowed by it. */
export function isOverBudget(request: OrderRequest, state: EngineState, orders: Orders): boolean {
  const { seat, market, side, replaces, isMarket } = request;
  if (side !== BUY || seat.instance.budget === undefined) return false;
  if (!isMarket && orders.marketBuys === 0 && seat.peers.length === 1) {
    // NaN, which no comparison passes, where no book tells what is held or where the budget is in another currency.
    const heldLots = seat.base.near > 0 ? seat.base.near / market.perLot.near : 0;
    const held = heldLots === 0 ? 0 : (heldLots * market.twoMids * market.perTickLot.near) / 2;
    const buys = seat.buys.near - (replaces?.seat === seat ? replaces.reserve.near : 0);
    if (seat.market === market && isFarBelow(held + buys + request.nearValue, seat.budgetUnits, seat.budgetUnits)) return false;
  }
  return budgetMessage(request, state, orders) !== undefined;
}

/** Why an order is over the budget, exactly. Undefined when it isn't. */
export function budgetMessage({ seat, market, value, replaces }: OrderRequest, state: EngineState, orders: Orders): string | undefined {
  const { currency } = market.quote;
  if (seat.peers.length > 1) {
    return value === undefined ? unknownWorth(currency) : overSharedBudget(seat, value, currency, state, orders, replaces);
  }
  const more = value && state.worth(value, currency, seat.instance.budget!.currency);
  return overBudget(seat, more, state, orders, replaces);
}

/** A conversion out of a market's base currency is a sale, so it is always allowed too. */
export function conversionOverBudget(request: ConversionRequest, state: EngineState, orders: Orders): string | undefined {
  const { strategy, fromCurrency, toCurrency, fromAmount } = request;
  const seat = state.owner(strategy, `${toCurrency}/${fromCurrency}`);
  const { budget } = seat.instance;
  if (budget === undefined || state.markets.get(`${fromCurrency}/${toCurrency}`) !== undefined) return undefined;
  const more = conversionWorth(request, state, budget.currency);
  if (seat.peers.length === 1) return overBudget(seat, more, state, orders, undefined);
  // Before a quote it may be known only what the conversion brings.
  if (fromAmount !== undefined) return overSharedBudget(seat, fromAmount, fromCurrency, state, orders, undefined);
  return more === undefined ? unknownWorth(budget.currency) : overSharedBudget(seat, more, budget.currency, state, orders, undefined);
}

function overBudget(
  seat: Seat,
  more: Decimal | undefined,
  state: EngineState,
  orders: Orders,
  replaces: EngineOrder | undefined,
): string | undefined {
  const { amount: most, currency } = seat.instance.budget!;
  const used = exposureOf(seat, state, orders, replaces);
  if (used === undefined || more === undefined) return unknownWorth(currency);
  if (used.plus(more).lte(most)) return undefined;
  return `${used.toDecimalPlaces(8)} ${currency} in use and ${more.toDecimalPlaces(8)} more is above the budget of ${most} ${currency}`;
}

/**
 * What a strategy has bought and may still buy, in the currency of its budget. Undefined when no book tells. A position below
 * zero uses no budget.
 */
function exposureOf(seat: Seat, state: EngineState, orders: Orders, replaces: EngineOrder | undefined): Decimal | undefined {
  const { market } = seat;
  if (market === undefined) return undefined;
  const held = seat.base.decimal;
  let used = seat.buys.decimal.plus(orders.neededByMarketBuys(market.quote.currency, replaces, seat));
  if (replaces?.seat === seat && replaces.market === market) used = used.minus(replaces.reserve.decimal);
  if (held.gt(0)) {
    if (market.mid === undefined) return undefined;
    used = used.plus(held.times(market.mid));
  }
  return state.worth(used, market.quote.currency, seat.instance.budget!.currency);
}

function unknownWorth(currency: string): string {
  return `no book tells what this is worth in ${currency}`;
}
