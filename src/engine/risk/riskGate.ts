import type { EngineState } from '../engineState.ts';
import type { Orders } from '../orders.ts';
import { balanceMessage, isShort, shortOfConversion } from './balance.ts';
import { budgetMessage, conversionOverBudget, isOverBudget } from './budget.ts';
import { dailyLossMessage, isLossReached } from './dailyLoss.ts';
import { areTooManyAlike, duplicatesMessage } from './duplicates.ts';
import { conversionTooExposed, exposureMessage, isTooExposed } from './exposure.ts';
import { areTooManyOpen, openOrdersMessage } from './openOrders.ts';
import { isTooMuchOpen, openValueMessage } from './openValue.ts';
import { conversionOfTooMuch, isTooMuch, orderAmountMessage } from './orderAmount.ts';
import { areTooManySent, orderRateMessage } from './orderRate.ts';
import { conversionLossUnknown, isLossUnknown, lossUnknownMessage } from './lossUnknown.ts';
import { brokenRule, type OrderRule, ruleMessage, wrongConversion } from './orderRules.ts';
import { conversionWorthTooMuch, isWorthTooMuch, orderValueMessage } from './orderValue.ts';
import { collarMessage, conversionBeyondCollar, isBeyondCollar } from './priceCollar.ts';
import type { Refusal } from '../refusal.ts';
import type { ConversionRequest, OrderRequest } from './request.ts';
import { meetsOwn, selfTradeMessage } from './selfTrade.ts';
import { isStale, staleConversion, staleMessage } from './staleData.ts';
import { stoppedBy, stoppedConversion, stoppedMessage } from './stopped.ts';
import { areTooManyOfSymbol, symbolRateMessage } from './symbolRate.ts';
import { conversionTurnover, isTurnoverTooHigh, turnoverMessage } from './turnover.ts';
import { isUnlisted, unlistedConversion, unlistedMessage } from './symbolAllowList.ts';

/** The rules by which an order is refused, each with its check, in the order in which they are asked. */
export type RiskRule =
  | 'halted'
  | 'reducing'
  | 'symbol'
  | OrderRule
  | 'stale-data'
  | 'price-collar'
  | 'order-amount'
  | 'order-value'
  | 'budget'
  | 'open-orders'
  | 'open-value'
  | 'exposure'
  | 'duplicate'
  | 'self-trade'
  | 'balance'
  | 'turnover'
  | 'symbol-rate'
  | 'order-rate'
  | 'loss-unknown'
  | 'daily-loss';

/** What an order may be refused by: a rule, or an unknown order in its lane that it could be taken for. */
export type RefusedBy = RiskRule | 'lane-frozen';

/**
 * Asks every check. The first refusal decides, so the plainest reasons come first. No order reaches the venue without passing
 * here. Limits on new risk do not keep a position from being closed.
 */
export function ruleAgainst(request: OrderRequest, state: EngineState, orders: Orders): RiskRule | undefined {
  const stopped = stoppedBy(request, state);
  if (stopped !== undefined) return stopped;
  const itself = ruleAgainstOrder(request, state);
  if (itself !== undefined) return itself;
  const isClosing = request.seat.isClosing || request.reduces;
  if (!isClosing && isOverBudget(request, state, orders)) return 'budget';
  if (!isClosing && areTooManyOpen(request, state, orders)) return 'open-orders';
  if (!isClosing && isTooMuchOpen(request, state, orders)) return 'open-value';
  if (!isClosing && isTooExposed(request, state)) return 'exposure';
  if (!isClosing && areTooManyAlike(request, state)) return 'duplicate';
  if (meetsOwn(request, state)) return 'self-trade';
  if (isShort(request, state, orders)) return 'balance';
  if (isClosing) return undefined;
  if (isTurnoverTooHigh(request, state)) return 'turnover';
  const pace = ruleAgainstPace(request, state);
  if (pace !== undefined) return pace;
  if (isLossUnknown(request)) return 'loss-unknown';
  return isLossReached(state) ? 'daily-loss' : undefined;
}

/** The checks of an order by itself, whatever else there is. The last gate asks them again. */
export function ruleAgainstOrder(request: OrderRequest, state: EngineState): RiskRule | undefined {
  if (isUnlisted(request, state)) return 'symbol';
  const broken = brokenRule(request);
  if (broken !== undefined) return broken;
  if (isStale(request, state)) return 'stale-data';
  if (isBeyondCollar(request, state)) return 'price-collar';
  if (isTooMuch(request, state)) return 'order-amount';
  return isWorthTooMuch(request, state) ? 'order-value' : undefined;
}

/** How many were sent lately. The last gate asks this again, too. */
export function ruleAgainstPace(request: OrderRequest, state: EngineState): RiskRule | undefined {
  if (areTooManyOfSymbol(request, state)) return 'symbol-rate';
  return areTooManySent(state) ? 'order-rate' : undefined;
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
    case 'order-amount':
      return orderAmountMessage(request, state);
    case 'order-value':
      return orderValueMessage(request, state) ?? '';
    case 'budget':
      return budgetMessage(request, state, orders) ?? '';
    case 'open-orders':
      return openOrdersMessage(state, orders);
    case 'open-value':
      return openValueMessage(request, state, orders) ?? '';
    case 'exposure':
      return exposureMessage(request, state) ?? '';
    case 'duplicate':
      return duplicatesMessage(request, state);
    case 'self-trade':
      return selfTradeMessage(request, state);
    case 'balance':
      return balanceMessage(request, state, orders) ?? '';
    case 'turnover':
      return turnoverMessage(request, state) ?? '';
    case 'symbol-rate':
      return symbolRateMessage(request, state);
    case 'order-rate':
      return orderRateMessage(state);
    case 'loss-unknown':
      return lossUnknownMessage(request);
    case 'daily-loss':
      return dailyLossMessage(state) ?? '';
    default:
      return ruleMessage(rule, request.market.pair, request.amount, request.price);
  }
}

/** The same checks for a conversion, as far as they apply to one. */
export function conversionRefusal(request: ConversionRequest, state: EngineState, orders: Orders): Refusal | undefined {
  return (
    ruleAgainstQuote(request, state) ??
    stoppedConversion(request, state) ??
    ruleAgainstConversion(request, state) ??
    refusal('exposure', conversionTooExposed(request, state)) ??
    refusal('turnover', conversionTurnover(request, state)) ??
    refusal('budget', conversionOverBudget(request, state, orders)) ??
    refusal('balance', shortOfConversion(request, state, orders)) ??
    conversionPace(state) ??
    refusal('loss-unknown', conversionLossUnknown(request, state)) ??
    refusal('daily-loss', dailyLossMessage(state))
  );
}

/** What is against a quote, whatever else holds: nothing before there is one. The last gate asks this again, too. */
export function ruleAgainstQuote(request: ConversionRequest, state: EngineState): Refusal | undefined {
  return refusal('price-collar', conversionBeyondCollar(request, state));
}

/** The checks of a conversion by itself. The last gate asks them again. */
export function ruleAgainstConversion(request: ConversionRequest, state: EngineState): Refusal | undefined {
  return (
    refusal('symbol', unlistedConversion(request, state)) ??
    refusal('amount', wrongConversion(request)) ??
    refusal('stale-data', staleConversion(request, state)) ??
    refusal('order-amount', conversionOfTooMuch(request, state)) ??
    refusal('order-value', conversionWorthTooMuch(request, state))
  );
}

/** How many were sent lately. The last gate asks this again, too. */
export function conversionPace(state: EngineState): Refusal | undefined {
  return refusal('order-rate', areTooManySent(state) ? orderRateMessage(state) : undefined);
}

function refusal(rule: string, message: string | undefined): Refusal | undefined {
  return message === undefined ? undefined : { rule, message };
}
