import type { Decimal } from '../../base/decimal.ts';
import { BUY } from '../../model/side.ts';
import type { EngineState } from '../engineState.ts';
import type { Orders } from '../orders.ts';
import type { RiskLimits } from './limits.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/**
 * What an order needs must be free, after the worst case of every live order. Until the venue has reported balances, the check
 * can't be made and passes; `status` shows that. A conversion whose cost is not known yet is checked when its quote has come.
 */
export function isShort(request: OrderRequest, state: EngineState, orders: Orders): boolean {
  if (!state.balances.areKnown) return false;
  const { purse, need, replaces, isMarket } = request;
  const isPlain = !isMarket && orders.marketBuys === 0 && state.limits.reserve?.[purse.currency] === undefined;
  if (isPlain && purse.covers(need, replaces?.reserve, mayCountTwice(request, state.limits))) return false;
  return balanceMessage(request, state, orders) !== undefined;
}

/** Why there is too little, exactly. Undefined when there is enough. */
export function balanceMessage(request: OrderRequest, { limits }: EngineState, orders: Orders): string | undefined {
  const { purse, replaces } = request;
  const { currency } = purse;
  const isSale = request.side !== BUY;
  const needed = isSale ? request.amount : request.value;
  if (needed === undefined) return 'no book tells what this needs';
  if (purse.isEmpty) return `the account has no ${currency}`;
  const free = purse.free(replaces?.reserve, mayCountTwice(request, limits)).decimal.minus(orders.neededByMarketBuys(currency, replaces));
  return shortage(needed, free, currency, limits);
}

export function shortOfConversion({ fromAmount, fromCurrency }: ConversionRequest, state: EngineState, orders: Orders): string | undefined {
  if (!state.balances.areKnown || fromAmount === undefined) return undefined;
  const purse = state.balances.purse(fromCurrency);
  if (purse.isEmpty) return `the account has no ${fromCurrency}`;
  const free = purse.free(undefined).decimal.minus(orders.neededByMarketBuys(fromCurrency, undefined));
  return shortage(fromAmount, free, fromCurrency, state.limits);
}

/**
 * What closes a position needs what its executions have brought. Where money is kept for something else, the venue has it, too, and would not refuse what is
 * counted twice.
 */
function mayCountTwice({ purse, seat, reduces }: OrderRequest, { reserve }: RiskLimits): boolean {
  return (reduces || seat.isClosing) && reserve?.[purse.currency] === undefined;
}

/** Money that is kept for something else is not free. */
function shortage(needed: Decimal, free: Decimal, currency: string, { reserve }: RiskLimits): string | undefined {
  const kept = reserve?.[currency];
  if (kept === undefined) return needed.gt(free) ? `needs ${needed} ${currency}, ${free} ${currency} is free` : undefined;
  if (!needed.gt(free.minus(kept))) return undefined;
  return `needs ${needed} ${currency}, ${free} ${currency} is free, and ${kept} ${currency} of it is kept back (risk.reserve)`;
}
