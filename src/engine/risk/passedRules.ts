import type { Decimal } from '../../base/decimal.ts';
import type { LossLimits, Money, RiskLimits } from './limits.ts';

/** What an order or a conversion has passed by the time it is sent. */
export interface PassedRules {
  /** The rules in the order in which they were asked, each with its limit. */
  readonly passed: readonly string[];
  /** Rules that ask nothing, since nothing is limited by them. */
  readonly unlimited: readonly string[];
}

/** Which rules stand behind a command of a strategy that was sent, since the first refusal would have ended it. */
export function passedRules(limits: RiskLimits, type: 'order' | 'conversion', strategy: string): PassedRules {
  const asked = type === 'order' ? [...ORDER_ITSELF, ...ORDER_AMONG_ALL] : CONVERSION;
  const rules = asked.map((rule) => [rule, LIMIT_OF[rule](limits, strategy)] as const);
  return {
    passed: rules.flatMap(([rule, limit]) => (limit === undefined ? [] : [limit === '' ? rule : `${rule} (${limit})`])),
    unlimited: rules.flatMap(([rule, limit]) => (limit === undefined ? [rule] : [])),
  };
}

/** Undefined when nothing is limited; empty when the rule has no number. */
type LimitOf = (limits: RiskLimits, strategy: string) => string | undefined;

const LIMIT_OF: Readonly<Record<Rule, LimitOf>> = {
  'trading state': () => '',
  symbol: ({ symbols }) => `of ${symbols.length}`,
  "the pair's rules": () => '',
  'stale-data': ({ staleAfterMs }) => `at most ${staleAfterMs} ms old`,
  'price-collar': ({ priceCollar }) => priceCollar && `at most ${percent(priceCollar)} worse than the mid`,
  'order-amount': ({ maxOrderAmount }) => all(maxOrderAmount),
  'order-value': ({ maxOrderValue }) => most(maxOrderValue),
  budget: ({ budgets }, strategy) => (Object.hasOwn(budgets, strategy) ? most(budgets[strategy]) : undefined),
  'open-orders': ({ maxOpenOrders }) => count(maxOpenOrders),
  'open-value': ({ maxOpenValue }) => most(maxOpenValue),
  exposure: ({ maxExposure }) => most(maxExposure),
  duplicate: ({ maxAlike }) => count(maxAlike),
  'self-trade': () => '',
  balance: () => '',
  turnover: ({ maxTurnover }) => most(maxTurnover),
  'symbol-rate': ({ maxOrdersPerMinutePerSymbol }) => aMinute(maxOrdersPerMinutePerSymbol),
  'order-rate': ({ maxOrdersPerMinute }) => aMinute(maxOrdersPerMinute),
  losses: ({ losses }, strategy) => lossText([losses?.[strategy], losses?.['']]),
  'daily-loss': ({ maxDailyLoss }) => most(maxDailyLoss),
};

type Rule = (typeof ORDER_ITSELF)[number] | (typeof ORDER_AMONG_ALL)[number];

const ORDER_ITSELF = ['trading state', 'symbol', "the pair's rules", 'stale-data', 'price-collar', 'order-amount', 'order-value'] as const;
const ORDER_AMONG_ALL = [
  'budget',
  'open-orders',
  'open-value',
  'exposure',
  'duplicate',
  'self-trade',
  'balance',
  'turnover',
  'symbol-rate',
  'order-rate',
  'losses',
  'daily-loss',
] as const;
const CONVERSION: readonly Rule[] = [
  'price-collar',
  'trading state',
  'symbol',
  'stale-data',
  'order-amount',
  'order-value',
  'exposure',
  'turnover',
  'budget',
  'balance',
  'order-rate',
  'losses',
  'daily-loss',
];

function percent(share: Decimal): string {
  return `${share.times(100).toFixed()} %`;
}

function most(money: Money | undefined): string | undefined {
  return money && `at most ${money.amount.toFixed()} ${money.currency}`;
}

function count(number: number | undefined): string | undefined {
  return number === undefined ? undefined : `at most ${number}`;
}

function aMinute(number: number | undefined): string | undefined {
  return number === undefined ? undefined : `at most ${number} a minute`;
}

function all(amounts: Readonly<Record<string, Decimal>> | undefined): string | undefined {
  const texts = Object.entries(amounts ?? {}).map(([currency, amount]) => `at most ${amount.toFixed()} ${currency}`);
  return texts.length === 0 ? undefined : texts.join(', ');
}

function lossText(limits: readonly (LossLimits | undefined)[]): string | undefined {
  const texts = limits.flatMap((one) => [most(one?.maxLoss), most(one?.maxDailyLoss), most(one?.maxDrawdown)]);
  const known = texts.filter((text) => text !== undefined);
  return known.length === 0 ? undefined : known.join(', ');
}
