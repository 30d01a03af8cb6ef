import type { Decimal } from '../../base/decimal.ts';
import { isSurelyBelow, nearNumber } from '../../base/nearNumber.ts';
import type { NearSum } from '../valuation.ts';
import { type RiskCheck, refused } from './riskCheck.ts';

/** No new risk after the day's loss has reached `maxDailyLoss`. What can't be valued is refused. */
export const dailyLoss: RiskCheck = (_request, view) => {
  const limit = view.limits.maxDailyLoss;
  if (limit === undefined) return undefined;
  if (keepsLimit(view.nearProfitToday(limit.currency), limit.amount)) return undefined;
  const profit = view.profitToday(limit.currency);
  if (profit === undefined) return refused('daily-loss', () => `no book tells today's profit in ${limit.currency}`);
  return profit.lte(limit.amount.negated())
    ? refused(
        'daily-loss',
        () =>
          `today's loss of ${profit.negated().toDecimalPlaces(8)} ${limit.currency} has reached the limit of ${limit.amount} ${limit.currency}`,
      )
    : undefined;
};

/** Whether a day's profit is above the loss that ends it, for certain. */
export function keepsLimit(profit: NearSum | undefined, mostLoss: Decimal): boolean {
  if (profit === undefined) return false;
  const limit = nearNumber(mostLoss);
  return isSurelyBelow(-limit, profit.value, profit.size + limit);
}
