import { DAY_MS, durationText } from '../../base/instant.ts';
import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { EngineState } from '../engineState.ts';
import { conversionWorth } from './orderValue.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';

/**
 * What was executed within `turnoverPeriod`, together with the order that is asked for, may not be worth more than `maxTurnover`. What
 * can't be valued is refused.
 */
export function isTurnoverTooHigh(request: OrderRequest, state: EngineState): boolean {
  return state.limits.maxTurnover !== undefined && turnoverMessage(request, state) !== undefined;
}

/** Why the turnover would be too high, exactly. Undefined when it would not be. */
export function turnoverMessage({ market, value }: OrderRequest, state: EngineState): string | undefined {
  return messageOf(value && state.worth(value, market.quote.currency, state.limits.maxTurnover!.currency), state);
}

export function conversionTurnover(request: ConversionRequest, state: EngineState): string | undefined {
  const limit = state.limits.maxTurnover;
  return limit && messageOf(conversionWorth(request, state, limit.currency), state);
}

function messageOf(more: Decimal | undefined, state: EngineState): string | undefined {
  const { limits } = state;
  const { amount: most, currency } = limits.maxTurnover!;
  const done = turnoverNow(state);
  if (more === undefined || done === undefined) return `no book tells what this is worth in ${currency}`;
  if (done.plus(more).lte(most)) return undefined;
  const period = durationText(limits.turnoverPeriodMs ?? DAY_MS);
  return `${done.toDecimalPlaces(8)} ${currency} was executed within ${period} and ${more.toDecimalPlaces(8)} more is above the limit of ${most} ${currency}`;
}

/** What was executed within the period, in the limit's currency. Undefined when no book tells, or there is no limit. */
export function turnoverNow(state: EngineState): Decimal | undefined {
  const { turnover, now } = state;
  const { maxTurnover } = state.limits;
  if (maxTurnover === undefined) return undefined;
  let done: Decimal | undefined = ZERO;
  // It is counted wherever it is limited.
  for (const [paidIn, value] of turnover!.within(now)) {
    const worth: Decimal | undefined = state.worth(value, paidIn, maxTurnover.currency);
    done = worth && done?.plus(worth);
  }
  return done;
}
