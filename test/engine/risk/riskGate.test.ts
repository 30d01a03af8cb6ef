import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { riskGate } from '../../../src/engine/risk/riskGate.ts';
import { balanceOf, euro, NOON, orderOf } from '../fixtures.ts';
import { conversion, order, type Situation, viewOf } from './riskView.ts';

/** What each rule refuses, in the order in which they are asked. Taken away one by one, the next one speaks. */
const WRONGS: readonly (readonly [rule: string, wrong: Situation])[] = [
  ['halted', { halted: 'shutting down' }],
  ['symbol', { limits: { symbols: [] } }],
  ['stale-data', { now: NOON + 60_000 }],
  ['price-collar', { limits: { priceCollar: dec('-0.1') } }],
  ['order-value', { limits: { maxOrderValue: euro('1') } }],
  ['budget', { limits: { budgets: { s: euro('1') } } }],
  ['open-orders', { limits: { maxOpenOrders: 0 } }],
  ['self-trade', { orders: [orderOf({ side: 'Sell' })] }],
  ['balance', { balances: [balanceOf('EUR', '1')] }],
  ['order-rate', { limits: { maxOrdersPerMinute: 0 } }],
  ['daily-loss', { limits: { maxDailyLoss: euro('1') }, profit: '-1' }],
];

describe('riskGate', () => {
  it('approves what no rule is against', () => {
    expect(riskGate(order(), viewOf())).toEqual({ approved: true });
    expect(riskGate(conversion(), viewOf())).toEqual({ approved: true });
  });

  it('gives the plainest reason first', () => {
    for (let first = 0; first < WRONGS.length; first++) {
      const rest = WRONGS.slice(first).map(([, wrong]) => wrong);
      const limits = Object.assign({}, ...rest.map((wrong) => wrong.limits ?? {})) as Situation['limits'];
      const situation: Situation = Object.assign({}, ...rest, { limits }) as Situation;
      expect(riskGate(order(), viewOf(situation))).toMatchObject({ approved: false, rule: WRONGS[first]![0] });
    }
  });

  it('holds a malformed order back before any book is asked', () => {
    expect(riskGate(order({ amount: dec('-1') }), viewOf({ books: [] }))).toMatchObject({ rule: 'amount-grid' });
  });
});
