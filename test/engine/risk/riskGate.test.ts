import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { messageAgainst, type RiskRule, ruleAgainst } from '../../../src/engine/risk/riskGate.ts';
import { balanceOf, euro, NOON, orderOf } from '../fixtures.ts';
import { conversion, order, orderRequestIn, refusalOf, roomIn, type Situation } from './situation.ts';

/** A situation for each rule, in the order in which the rules are asked. When one wrong is removed, the next rule refuses. */
const WRONGS: readonly (readonly [rule: RiskRule, wrong: Situation])[] = [
  ['halted', { stopped: { state: 'halted' } }],
  ['symbol', { limits: { symbols: [] } }],
  ['stale-data', { now: NOON + 60_000 }],
  ['price-collar', { limits: { priceCollar: dec('-0.1') } }],
  ['order-amount', { limits: { maxOrderAmount: { BTC: dec('0.005') } } }],
  ['order-value', { limits: { maxOrderValue: euro('1') } }],
  ['budget', { limits: { budgets: { s: euro('1') } } }],
  ['open-orders', { limits: { maxOpenOrders: 0 } }],
  ['open-value', { limits: { maxOpenValue: euro('1') } }],
  ['exposure', { limits: { maxExposure: euro('1') } }],
  ['duplicate', { limits: { maxAlike: 0 } }],
  ['self-trade', { orders: [orderOf({ side: 'Sell', amount: dec('0.001') })] }],
  ['balance', { balances: [balanceOf('EUR', '1')] }],
  ['turnover', { limits: { maxTurnover: euro('1') } }],
  ['symbol-rate', { limits: { maxOrdersPerMinutePerSymbol: 0 } }],
  ['order-rate', { sent: 1, limits: { maxOrdersPerMinute: 1 } }],
  ['loss-unknown', { meanwhile: ({ engine }) => void (engine.state.seats[0]!.isLossUnknown = true) }],
  ['daily-loss', { limits: { maxDailyLoss: euro('1') }, profit: '-1' }],
];
/** The rules that are asked about conversions, in their order. */
const OF_CONVERSIONS: readonly RiskRule[] = [
  'price-collar',
  'halted',
  'symbol',
  'stale-data',
  'order-amount',
  'order-value',
  'exposure',
  'turnover',
  'budget',
  'balance',
  'order-rate',
  'loss-unknown',
  'daily-loss',
];
/** 600 EUR for 0.01 BTC, as a quote says it. */
const QUOTED = conversion({ toAmount: dec('0.01') });
/** What holds for an order that makes a position smaller, too. */
const ALWAYS: readonly RiskRule[] = ['symbol', 'stale-data', 'price-collar', 'order-amount', 'order-value', 'self-trade', 'balance'];

describe('the risk gate', () => {
  it('approves what no rule is against', () => {
    expect(refusalOf(order())).toBeUndefined();
    expect(refusalOf(conversion())).toBeUndefined();
    expect(refusalOf(QUOTED)).toBeUndefined();
  });

  it('gives the plainest reason first', () => {
    for (let first = 0; first < WRONGS.length; first++) {
      expect(refusalOf(order(), wrongFrom(first))).toMatchObject({ rule: WRONGS[first]![0] });
    }
  });

  it('asks the same of a conversion, as far as it applies to one', () => {
    for (let first = 0; first < WRONGS.length; first++) {
      const rest = WRONGS.slice(first).map(([rule]) => rule);
      const next = OF_CONVERSIONS.find((rule) => rest.includes(rule));
      expect(refusalOf(QUOTED, wrongFrom(first))).toMatchObject({ rule: next });
    }
  });

  it.each(WRONGS)('%s keeps an order from being sent by itself', (rule, wrong) => {
    expect(refusalOf(order(), wrong)?.rule).toBe(rule);
    expect(refusalOf(QUOTED, wrong)?.rule).toBe(OF_CONVERSIONS.find((name) => name === rule));
  });

  it.each(WRONGS)('%s keeps a position from being closed only where it must', (rule, wrong) => {
    // The halt is a person's, and no person has asked to have it closed since.
    const expected = rule === 'halted' ? rule : ALWAYS.find((name) => name === rule);
    expect(ruleAgainstOne(wrong, true, false)).toBe(expected);
    expect(ruleAgainstOne(wrong, false, true)).toBe(expected);
  });

  it('holds a malformed order back before any book is asked', () => {
    expect(refusalOf(order({ amount: '-0.1' }), { books: [] })).toMatchObject({ rule: 'amount-grid' });
  });

  it.each<RiskRule>(['stale-data', 'price-collar', 'order-value', 'budget', 'open-value', 'exposure', 'balance', 'turnover', 'daily-loss'])(
    'has nothing to say of %s when it does not hold any more',
    (rule) => {
      const most = euro('1e9');
      const limits = {
        maxOrderValue: most,
        budgets: { s: most },
        maxOpenValue: most,
        maxExposure: most,
        maxTurnover: most,
        maxDailyLoss: most,
      };
      const room = roomIn({ limits: { ...limits, priceCollar: dec('0.02') }, balances: [balanceOf('EUR', '6000')] });
      const { state, orders } = room.engine;
      expect(messageAgainst(rule, orderRequestIn(room, {}), state, orders)).toBe('');
    },
  );
});

function ruleAgainstOne(wrong: Situation, isClosing: boolean, reduces: boolean): RiskRule | undefined {
  const room = roomIn(wrong);
  const request = orderRequestIn(room, {});
  request.seat.isClosing = isClosing;
  request.reduces = reduces;
  return ruleAgainst(request, room.engine.state, room.engine.orders);
}

/** Everything that is wrong, from one rule on. */
function wrongFrom(first: number): Situation {
  const rest = WRONGS.slice(first).map(([, wrong]) => wrong);
  const limits = Object.assign({}, ...rest.map((wrong) => wrong.limits ?? {})) as Situation['limits'];
  return Object.assign({}, ...rest, { limits }) as Situation;
}
