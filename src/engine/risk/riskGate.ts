import { balance } from './balance.ts';
import { budget } from './budget.ts';
import { dailyLoss } from './dailyLoss.ts';
import { halt } from './halt.ts';
import { openOrders } from './openOrders.ts';
import { orderRate } from './orderRate.ts';
import { orderRules } from './orderRules.ts';
import { orderValue } from './orderValue.ts';
import { priceCollar } from './priceCollar.ts';
import type { RiskApproved, RiskCheck, RiskRefused, RiskRequest, RiskView } from './riskCheck.ts';
import { selfTrade } from './selfTrade.ts';
import { staleData } from './staleData.ts';
import { symbolAllowList } from './symbolAllowList.ts';

/** In the order in which they are asked: the plainest reason comes first. */
const CHECKS: readonly RiskCheck[] = [
  halt,
  symbolAllowList,
  orderRules,
  staleData,
  priceCollar,
  orderValue,
  budget,
  openOrders,
  selfTrade,
  balance,
  orderRate,
  dailyLoss,
];

const APPROVED: RiskApproved = { approved: true };

/** Asks every check; the first that refuses decides. There is no way to the venue around it. */
export function riskGate(request: RiskRequest, view: RiskView): RiskApproved | RiskRefused {
  for (const check of CHECKS) {
    const refusal = check(request, view);
    if (refusal !== undefined) return refusal;
  }
  return APPROVED;
}
