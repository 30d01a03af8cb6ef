import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { balanceOf, euro, NOON, orderOf } from '../fixtures.ts';
import { conversion, order, refusalOf, type Situation } from './situation.ts';

/** A situation for each rule, in the order in which the rules are asked. When one wrong is removed, the next rule refuses. */
const WRONGS: readonly (readonly [rule: string, wrong: Situation])[] = [
  ['halted', { stopped: { state: 'halted' } }],
  ['symbol', { limits: { symbols: [] } }],
  ['stale-data', { now: NOON + 60_000 }],
  ['price-collar', { limits: { priceCollar: dec('-0.1') } }],
  ['order-value', { limits: { maxOrderValue: euro('1') } }],
  ['budget', { limits: { budgets: { s: euro('1') } } }],
  ['open-orders', { limits: { maxOpenOrders: 0 } }],
  ['self-trade', { orders: [orderOf({ side: 'Sell' })] }],
  ['balance', { balances: [balanceOf('EUR', '1')] }],
  ['order-rate', { sent: 1, limits: { maxOrdersPerMinute: 1 } }],
  ['daily-loss', { limits: { maxDailyLoss: euro('1') }, profit: '-1' }],
];
/** The rules that are not asked about conversions. */
const OF_ORDERS = ['price-collar', 'open-orders', 'self-trade'];

describe('the risk gate', () => {
  it('approves what no rule is against', () => {
    expect(refusalOf(order())).toBeUndefined();
    expect(refusalOf(conversion())).toBeUndefined();
  });

  it('gives the plainest reason first', () => {
    for (let first = 0; first < WRONGS.length; first++) {
      expect(refusalOf(order(), wrongFrom(first))).toMatchObject({ rule: WRONGS[first]![0] });
    }
  });

  it('asks the same of a conversion, as far as it applies to one', () => {
    for (let first = 0; first < WRONGS.length; first++) {
      const next = WRONGS.slice(first).find(([rule]) => !OF_ORDERS.includes(rule))![0];
      expect(refusalOf(conversion(), wrongFrom(first))).toMatchObject({ rule: next });
    }
  });

  it('holds a malformed order back before any book is asked', () => {
    expect(refusalOf(order({ amount: '-0.1' }), { books: [] })).toMatchObject({ rule: 'amount-grid' });
  });
});

/** Everything that is wrong, from one rule on. */
function wrongFrom(first: number): Situation {
  const rest = WRONGS.slice(first).map(([, wrong]) => wrong);
  const limits = Object.assign({}, ...rest.map((wrong) => wrong.limits ?? {})) as Situation['limits'];
  return Object.assign({}, ...rest, { limits }) as Situation;
}
