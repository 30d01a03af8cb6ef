import { describe, expect, it } from 'vitest';
import { Decimal, dec } from '../../../src/base/decimal.ts';
import { balanceOf, euro, orderOf } from '../fixtures.ts';
import { conversion, order, refusalOf, type Request, type Situation } from './situation.ts';

const cases: readonly (readonly [request: Request, situation: Situation, rule: string, message: string])[] = [
  [order(), { stopped: { state: 'halted' } }, 'halted', 'so it is'],
  [order(), { stopped: { state: 'reducing' } }, 'reducing', 'all trading may only reduce positions: so it is'],
  [conversion(), { stopped: { state: 'halted' } }, 'halted', 'so it is'],
  [conversion(), { stopped: { state: 'reducing' } }, 'reducing', 'all trading may only reduce positions: so it is'],
  [order(), { limits: { symbols: ['ETH/EUR', 'BTC/USDT'] } }, 'symbol', 'BTC/EUR is not on the list of symbols (ETH/EUR, BTC/USDT)'],
  [order(), { limits: { symbols: [] } }, 'symbol', 'BTC/EUR is not on the list of symbols (empty)'],
  [conversion(), { limits: { symbols: ['ETH/EUR'] } }, 'symbol', 'no symbol of EUR and BTC is on the list of symbols'],
  [order({ ticks: -1 }), {}, 'price-grid', 'price -0.01 must be above 0 with at most 2 decimals'],
  [order({ ticks: 0 }), {}, 'price-grid', 'price 0 must be above 0 with at most 2 decimals'],
  [order({ amount: '0' }), {}, 'amount-grid', 'amount 0 must be above 0 and a multiple of 0.00001'],
  [order({ amount: '0.00009' }), {}, 'min-volume', 'amount 0.00009 is below the least volume 0.0001'],
  [order({ amount: '100.00001' }), {}, 'max-volume', 'amount 100.00001 is above the most volume 100'],
  [conversion({ fromAmount: dec('-1') }), {}, 'amount', 'a conversion takes an amount above 0, not -1'],
  [
    conversion({ fromAmount: dec('1'), toAmount: new Decimal(Infinity) }),
    {},
    'amount',
    'a conversion takes an amount above 0, not Infinity',
  ],
  [order(), { trouble: 'crossed' }, 'stale-data', 'the book of BTC/EUR is crossed: so it is'],
  [conversion(), { books: [] }, 'stale-data', 'there is no book of BTC/EUR yet'],
  [order(), { limits: { priceCollar: dec('-0.1') } }, 'price-collar', 'Buy at 60000 is beyond 54000, -10 % from the mid 60000'],
  [order(), { limits: { maxOrderAmount: { BTC: dec('0.05') } } }, 'order-amount', '0.1 BTC is above the limit of 0.05 BTC'],
  [order(), { limits: { maxOrderValue: euro('1') } }, 'order-value', 'worth 6000 EUR, above the limit of 1 EUR'],
  [conversion(), { limits: { maxOrderValue: euro('1') } }, 'order-value', 'worth 600 EUR, above the limit of 1 EUR'],
  [order(), { limits: { budgets: { s: euro('1') } } }, 'budget', '0 EUR in use and 6000 more is above the budget of 1 EUR'],
  [order(), { limits: { maxOpenOrders: 0 } }, 'open-orders', '0 orders are live, the limit is 0'],
  [order(), { limits: { maxOpenValue: euro('1') } }, 'open-value', '0 EUR is open and 6000 more is above the limit of 1 EUR'],
  [order(), { limits: { maxExposure: euro('1') } }, 'exposure', 'an exposure of 6000 EUR is above the limit of 1 EUR; it is 0 now'],
  [order(), { limits: { maxAlike: 0 } }, 'duplicate', '0 Buy orders of this amount at 60000 are live already, the limit is 0'],
  [order(), { orders: [orderOf({ side: 'Sell' })] }, 'self-trade', 'Buy at 60000 would meet our own Sell at 60000 (s)'],
  [order(), { balances: [balanceOf('EUR', '1')] }, 'balance', 'needs 6000 EUR, 1 EUR is free'],
  [
    order(),
    { limits: { maxTurnover: euro('1'), turnoverPeriodMs: 60_000 } },
    'turnover',
    '0 EUR was executed within 1 min and 6000 more is above the limit of 1 EUR',
  ],
  [order(), { limits: { maxOrdersPerMinutePerSymbol: 0 } }, 'symbol-rate', '0 orders on BTC/EUR were sent within a minute, the limit is 0'],
  [order(), { sent: 3, limits: { maxOrdersPerMinute: 2 } }, 'order-rate', '3 orders were sent within a minute, the limit is 2'],
  [order(), { meanwhile: lossUnknown }, 'loss-unknown', 'no book tells the profit of s yet, and its loss is limited'],
  [
    order(),
    { limits: { maxDailyLoss: euro('100') }, profit: '-100.5' },
    'daily-loss',
    "today's loss of 100.5 EUR has reached the limit of 100 EUR",
  ],
  [
    conversion(),
    { limits: { maxDailyLoss: euro('100') }, profit: '-100.5' },
    'daily-loss',
    "today's loss of 100.5 EUR has reached the limit of 100 EUR",
  ],
];

describe('what a refusal says', () => {
  it.each(cases.map(([request, situation, rule, message]) => ({ request, situation, rule, message })))(
    '$rule: $message',
    ({ request, situation, rule, message }) => {
      expect(refusalOf(request, situation)).toEqual({ rule, message });
    },
  );
});

function lossUnknown({ engine }: Parameters<NonNullable<Situation['meanwhile']>>[0]): void {
  engine.state.seats[0]!.isLossUnknown = true;
}
