import type { EngineState } from '../engineState.ts';
import type { Orders } from '../orders.ts';
import { balanceMessage, isShort, shortOfConversion } from './balance.ts';
import { budgetMessage, conversionOverBudget, isOverBudget } from './budget.ts';
import { dailyLossMessage, isLossReached } from './dailyLoss.ts';
import { areTooManyOpen, openOrdersMessage } from './openOrders.ts';
import { areTooManySent, orderRateMessage } from './orderRate.ts';
import { brokenRule, type OrderRule, ruleMessage, wrongConversion } from './orderRules.ts';
import { conversionWorthTooMuch, isWorthTooMuch, orderValueMessage } from './orderValue.ts';
import { collarMessage, isBeyondCollar } from './priceCollar.ts';
import type { Refusal } from '../refusal.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';
import { meetsOwn, selfTradeMessage } from './selfTrade.ts';
import { isStale, staleConversion, staleMessage } from './staleData.ts';
import { stoppedBy, stoppedConversion, stoppedMessage } from './stopped.ts';
import { isUnlisted, unlistedConversion, unlistedMessage } from './symbolAllowList.ts';

/** The rules by which an order is refused, each with its check, in the order in which they are asked. */
export type RiskRule =
  | 'halted'
  | 'reducing'
  | 'symbol'
  | OrderRule
  | 'stale-data'
  | 'price-collar'
  | 'order-value'
  | 'budget'
  | 'open-orders'
  | 'self-trade'
  | 'balance'
  | 'order-rate'
  | 'daily-loss';

/**
 * Asks every check. The first refusal decides, so the plainest reasons come first. No order reaches the venue without passing
 * here. Limits on new risk do not keep a position from being closed.
 */
export function ruleAgainst(request: OrderRequest, state: EngineState, orders: Orders): RiskRule | undefined {
  const { isClosing } = request.seat;
  const stopped = isClosing ? undefined : stoppedBy(request, state);
  if (stopped !== undefined) return stopped;
  if (isUnlisted(request, state)) return 'symbol';
  const broken = brokenRule(request);
  if (broken !== undefined) return broken;
  if (isStale(request, state)) return 'stale-data';
  if (isBeyondCollar(request, state)) return 'price-collar';
  if (isWorthTooMuch(request, state)) return 'order-value';
  if (!isClosing && isOverBudget(request, state, orders)) return 'budget';
  if (!isClosing && areTooManyOpen(request, state, orders)) return 'open-orders';
  if (meetsOwn(request)) return 'self-trade';
  if (isShort(request, state, orders)) return 'balance';
  if (isClosing) return undefined;
  if (areTooManySent(state)) return 'order-rate';
  return isLossReached(state) ? 'daily-loss' : undefined;
}

/** What a refusal says to people. Most are never reported, so the text is made only then. */
export function messageAgainst(rule: RiskRule, request: OrderRequest, state: EngineState, orders: Orders): string {
  switch (rule) {
    case 'halted':
    case 'reducing':
      return stoppedMessage(request, state);
    case 'symbol':
      return unlistedMessage(request, state);
    case 'stale-data':
      return staleMessage(request, state);
    case 'price-collar':
      return collarMessage(request, state.limits.priceCollar!) ?? '';
    case 'order-value':
      return orderValueMessage(request, state) ?? '';
    case 'budget':
      return budgetMessage(request, state, orders) ?? '';
    case 'open-orders':
      return openOrdersMessage(state, orders);
    case 'self-trade':
      return selfTradeMessage(request);
    case 'balance':
      return balanceMessage(request, orders) ?? '';
    case 'order-rate':
      return orderRateMessage(state);
    case 'daily-loss':
      return dailyLossMessage(state) ?? '';
    default:
      return ruleMessage(rule, request);
  }
}

/** The same checks for a conversion, as far as they apply to one. */
export function conversionRefusal(request: ConversionRequest, state: EngineState, orders: Orders): Refusal | undefined {
  return (
    stoppedConversion(request, state) ??
    refusal('symbol', unlistedConversion(request, state)) ??
    refusal('amount', wrongConversion(request)) ??
    refusal('stale-data', staleConversion(request, state)) ??
    refusal('order-value', conversionWorthTooMuch(request, state)) ??
    refusal('budget', conversionOverBudget(request, state, orders)) ??
    refusal('balance', shortOfConversion(request, state, orders)) ??
    refusal('order-rate', areTooManySent(state) ? orderRateMessage(state) : undefined) ??
    refusal('daily-loss', dailyLossMessage(state))
  );
}

function refusal(rule: string, message: string | undefined): Refusal | undefined {
  return message === undefined ? undefined : { rule, message };
}
