/** What a person may change to pass a check, where a limit of the configuration decides. */
const LIMITS: Readonly<Record<string, string>> = {
  'order-value': 'risk.maxOrderValue',
  'order-amount': 'risk.maxOrderAmount',
  'open-value': 'risk.maxOpenValue',
  exposure: 'risk.maxExposure',
  turnover: 'risk.maxTurnover',
  'symbol-rate': 'risk.maxOrdersPerMinutePerSymbol',
  duplicate: 'risk.maxAlike',
  'open-orders': 'risk.maxOpenOrders',
  'order-rate': 'risk.maxOrdersPerMinute',
  'quote-rate': 'risk.maxQuotesPerMinute',
  'price-collar': 'risk.priceCollar',
  'daily-loss': 'risk.maxDailyLoss',
  symbol: 'risk.symbols',
  budget: 'the budget of the strategy',
};

/** Advice where no limit decides. */
const ADVICE: Readonly<Record<string, string>> = {
  halted: '`sluice status` says why, since when, and by which command it goes on',
  reducing: 'only what makes a position smaller is admitted; `sluice status` says why, and by which command it goes on',
  'lane-busy': 'wait a moment and repeat it; `sluice orders unresolved` shows whose outcome nobody knows yet',
  'loss-unknown': 'wait for a fresh book of all that is held; `sluice status` shows their age',
  balance: 'ask for less, or free what open orders hold; `sluice balances` shows what there is, and risk.reserve what is kept back of it',
  'off-grid': '`sluice pairs` shows the steps of price and amount',
  'price-grid': '`sluice pairs` shows the steps of price and amount',
  'amount-grid': '`sluice pairs` shows the steps of price and amount',
  'min-volume': '`sluice pairs` shows the least and the most amount',
  'max-volume': '`sluice pairs` shows the least and the most amount',
  'self-trade': 'cancel the order that it would meet, or change the price',
  'stale-data': 'wait for a fresh book; `sluice status` shows its age and its trouble',
  'quote-gone': 'ask for a new quote: `sluice convert history` shows whether this one was executed',
  'quote-expired': 'ask for a new quote',
  'not-open': '`sluice orders list` shows what is open',
  'not-found': '`sluice orders list` shows what is open, `sluice pairs` what is traded',
};

/** What to do about a refusal by this rule. Undefined where the fault's code says enough. */
export function refusalAdvice(rule: string): string | undefined {
  const limit = LIMITS[rule];
  return limit === undefined ? ADVICE[rule] : `change the request, or ${limit} in the configuration`;
}
