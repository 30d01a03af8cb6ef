import type { Decimal } from '../../base/decimal.ts';
import { isFarBelow } from '../../base/isFarBelow.ts';
import type { EngineState } from '../engineState.ts';
import type { Seat } from '../market.ts';
import { NearProfit } from '../nearProfit.ts';
import { isEnteredBefore, profitOf } from '../positions.ts';

/** No new risk is taken after the day's loss has reached `maxDailyLoss`, or when it can't be valued. */
export function isLossReached(state: EngineState): boolean {
  return state.limits.maxDailyLoss !== undefined && !isFarFromLoss(state) && dailyLossMessage(state) !== undefined;
}

/** Why no new risk may be taken today, exactly. Undefined when it may. */
export function dailyLossMessage(state: EngineState): string | undefined {
  const limit = state.limits.maxDailyLoss;
  if (limit === undefined) return undefined;
  const { amount: most, currency } = limit;
  const profit = profitToday(state);
  if (profit === undefined) return `no book tells today's profit in ${currency}`;
  if (profit.gt(most.negated())) return undefined;
  return `today's loss of ${profit.negated().toDecimalPlaces(8)} ${currency} has reached the limit of ${most} ${currency}`;
}

/** The profit of all strategies since the day began, of those that are gone too. Undefined when one of them can't be valued, now or at the beginning. */
export function profitToday(state: EngineState): Decimal | undefined {
  if (state.tradingDay !== state.day) return undefined;
  let sum = state.goneToday.exact;
  for (const seat of state.seats) {
    const made = seatToday(state, seat);
    if (made === undefined) return undefined;
    sum = sum.plus(made);
  }
  return sum;
}

/** The profit of one since the day began. */
export function seatToday(state: EngineState, seat: Seat): Decimal | undefined {
  const made = profitOf(state, seat, state.limits.maxDailyLoss!.currency);
  if (made === undefined || seat.madeBefore === undefined || !isEnteredBefore(seat)) return undefined;
  return made.minus(seat.madeBefore.exact);
}

const near = new NearProfit();

/** Whether today's profit is above the limit by so much that rounded numbers can tell. */
export function isFarFromLoss(state: EngineState): boolean {
  const { seats, mostDailyLoss, goneToday } = state;
  if (state.tradingDay !== state.day) return false;
  const { currency } = state.limits.maxDailyLoss!;
  near.begin();
  for (let i = 0; i < seats.length; i++) {
    const { madeBefore } = seats[i]!;
    if (madeBefore === undefined || !near.add(seats[i]!, currency)) return false;
    near.less(madeBefore.near);
  }
  near.less(-goneToday.near);
  return isFarBelow(-mostDailyLoss, near.profit, near.size + mostDailyLoss);
}
