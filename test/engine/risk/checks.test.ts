import { describe, expect, it } from 'vitest';
import { Decimal, dec } from '../../../src/base/decimal.ts';
import { balanceMessage, isShort } from '../../../src/engine/risk/balance.ts';
import { budgetMessage, isOverBudget } from '../../../src/engine/risk/budget.ts';
import { dailyLossMessage, isLossReached } from '../../../src/engine/risk/dailyLoss.ts';
import { areTooManyOpen, openOrdersMessage } from '../../../src/engine/risk/openOrders.ts';
import { areTooManySent, orderRateMessage } from '../../../src/engine/risk/orderRate.ts';
import { brokenRule, ruleMessage } from '../../../src/engine/risk/orderRules.ts';
import { isWorthTooMuch, orderValueMessage } from '../../../src/engine/risk/orderValue.ts';
import { collarMessage, isBeyondCollar } from '../../../src/engine/risk/priceCollar.ts';
import { meetsOwn, selfTradeMessage } from '../../../src/engine/risk/selfTrade.ts';
import { isStale, staleMessage } from '../../../src/engine/risk/staleData.ts';
import { isUnlisted, unlistedMessage } from '../../../src/engine/risk/symbolAllowList.ts';
import { balanceOf, bookOf, euro, NOON, orderOf, touch } from '../fixtures.ts';
import { conversion, order, type OrderCheck, orderRequestIn, refusalOf, type Request, roomIn, type Situation } from './situation.ts';

type Case = readonly [what: string, request: Request, situation: Situation, refusedBy: string | undefined];

const market = { price: null };
const bids = [['59990', '10']] as const;
const thin = bookOf({
  bids,
  asks: [
    ['60010', '0.05'],
    ['66000', '1'],
  ],
});
const rules: Readonly<Record<string, { readonly check: OrderCheck; readonly cases: readonly Case[] }>> = {
  symbolAllowList: {
    check: { refuses: isUnlisted, message: unlistedMessage },
    cases: [
      ['a listed symbol', order(), { limits: { symbols: ['BTC/EUR'] } }, undefined],
      ['another symbol', order(), { limits: { symbols: ['ETH/EUR'] } }, 'symbol'],
      ['an empty list', order(), { limits: { symbols: [] } }, 'symbol'],
      ['a conversion of a listed symbol', conversion(), { limits: { symbols: ['BTC/EUR'] } }, undefined],
      ['... and back', conversion({ fromCurrency: 'BTC', toCurrency: 'EUR' }), { limits: { symbols: ['BTC/EUR'] } }, undefined],
      ['a conversion of another', conversion({ toCurrency: 'ETH' }), { limits: { symbols: ['BTC/EUR'] } }, 'symbol'],
    ],
  },
  orderRules: {
    check: {
      refuses: (request) => brokenRule(request) !== undefined,
      message: (request) => ruleMessage(brokenRule(request)!, request.market.pair, request.amount, request.price),
    },
    cases: [
      ['an order on the grid', order(), {}, undefined],
      ['a market order', order(market), {}, undefined],
      ['ticks below nothing', order({ ticks: -1 }), {}, 'price-grid'],
      ['a price of nothing', order({ price: '0' }), {}, 'price-grid'],
      ['an amount of nothing', order({ amount: '0' }), {}, 'amount-grid'],
      ['a negative amount', order({ amount: '-0.1' }), {}, 'amount-grid'],
      ['the least volume', order({ amount: '0.0001' }), {}, undefined],
      ['a lot less', order({ amount: '0.00009' }), {}, 'min-volume'],
      ['the most volume', order({ amount: '100' }), {}, undefined],
      ['a lot more', order({ amount: '100.00001' }), {}, 'max-volume'],
      ['a conversion', conversion(), {}, undefined],
      ['a conversion of nothing', conversion({ fromAmount: dec('0') }), {}, 'amount'],
      ['a negative conversion', conversion({ fromAmount: undefined, toAmount: dec('-1') }), {}, 'amount'],
      ['a conversion of no number', conversion({ fromAmount: new Decimal(NaN) }), {}, 'amount'],
    ],
  },
  staleData: {
    check: { refuses: isStale, message: staleMessage },
    cases: [
      ['a book of just now', order(), {}, undefined],
      ['a book as old as may be', order(), { now: NOON + 5000 }, undefined],
      ['an older book', order(), { now: NOON + 5001 }, 'stale-data'],
      ['no book', order(), { books: [] }, 'stale-data'],
      ['a market without a book', order({ symbol: 'ETH/EUR' }), {}, 'stale-data'],
      ['a crossed book', order(), { trouble: 'crossed' }, 'stale-data'],
      ['a frozen timestamp', order(), { trouble: 'stale' }, 'stale-data'],
      ['a jump', order(), { trouble: 'jumped' }, 'stale-data'],
      ['timestamps that go back', order(), { trouble: 'backwards' }, 'stale-data'],
      ['an unreadable poll', order(), { trouble: 'unreadable' }, 'stale-data'],
      ['one failed poll: the last book ages', order(), { trouble: 'poll-failed' }, undefined],
      ['an empty side: other checks see it', order(), { trouble: 'empty' }, undefined],
      ['a recovered book', order(), { trouble: 'recovered' }, undefined],
      ['a conversion beside a fresh book', conversion(), {}, undefined],
      ['a conversion beside an old book', conversion(), { now: NOON + 5001 }, 'stale-data'],
      ['a conversion without a book', conversion({ toCurrency: 'ETH' }), {}, 'stale-data'],
    ],
  },
  priceCollar: {
    check: { refuses: isBeyondCollar, message: (request, { limits }) => collarMessage(request, limits.priceCollar!) },
    cases: [
      ['no collar', order({ price: '99999' }), {}, undefined],
      ['a buy at the collar', order({ price: '61200' }), collar(), undefined],
      ['a buy above it', order({ price: '61200.01' }), collar(), 'price-collar'],
      ['a buy far below the mid', order({ price: '6000' }), collar(), undefined],
      ['a sell at the collar', order({ side: 'Sell', price: '58800' }), collar(), undefined],
      ['a sell below it', order({ side: 'Sell', price: '58799.99' }), collar(), 'price-collar'],
      ['a sell far above the mid', order({ side: 'Sell', price: '600000' }), collar(), undefined],
      ['no mid', order(), { ...collar(), books: [bookOf({ bids })] }, 'price-collar'],
      ['no book', order(), { ...collar(), books: [] }, 'price-collar'],
      ['a market order that the touch holds', order(market), collar(), undefined],
      ['a market order that reaches beyond the collar', order(market), { ...collar(), books: [thin] }, 'price-collar'],
      [
        'a market order that the known levels do not hold',
        order({ ...market, amount: '5' }),
        { ...collar(), books: [thin] },
        'price-collar',
      ],
      ['a conversion: its quote is looked at', conversion(), collar(), undefined],
    ],
  },
  orderValue: {
    check: { refuses: isWorthTooMuch, message: orderValueMessage },
    cases: [
      ['no limit', order({ amount: '99' }), {}, undefined],
      ['an order worth the limit', order(), { limits: { maxOrderValue: euro('6000') } }, undefined],
      ['an order worth more', order({ price: '60000.01' }), { limits: { maxOrderValue: euro('6000') } }, 'order-value'],
      ['a market order, at the touch', order(market), { limits: { maxOrderValue: euro('6001') } }, undefined],
      ['... worth more there', order(market), { limits: { maxOrderValue: euro('6000.99') } }, 'order-value'],
      [
        'a market order without a touch',
        order(market),
        { limits: { maxOrderValue: euro('1e9') }, books: [bookOf({ bids })] },
        'order-value',
      ],
      [
        'a limit in a currency that no book tells',
        order(),
        { limits: { maxOrderValue: { amount: dec('1e9'), currency: 'XRP' } } },
        'order-value',
      ],
      [
        'a limit in a currency over another',
        order({ symbol: 'ETH/BTC', price: '0.03', amount: '1' }),
        { limits: { maxOrderValue: euro('1800') } },
        undefined,
      ],
      ['a conversion worth the limit', conversion(), { limits: { maxOrderValue: euro('600') } }, undefined],
      ['a conversion worth more', conversion({ fromAmount: dec('600.01') }), { limits: { maxOrderValue: euro('600') } }, 'order-value'],
      [
        'a conversion by what it brings',
        conversion({ fromAmount: undefined, toAmount: dec('0.0101') }),
        { limits: { maxOrderValue: euro('600') } },
        'order-value',
      ],
    ],
  },
  budget: {
    check: { refuses: isOverBudget, message: budgetMessage },
    cases: [
      ['no budget', order(), { held: '1', books: [] }, undefined],
      ['another strategy with one', order(), { limits: { budgets: { other: euro('1') } } }, undefined],
      ['a strategy named like a property', order({ strategy: 'toString' }), { limits: { budgets: {} } }, undefined],
      ['up to the budget', order(), { ...budgeted('10000'), buys: '4000' }, undefined],
      ['above it', order(), { ...budgeted('10000'), buys: '4000.01' }, 'budget'],
      ['a sell, whatever is in use', order({ side: 'Sell' }), { ...budgeted('10'), buys: '99999' }, undefined],
      ['a position that can not be valued', order(), { ...budgeted('10000'), held: '0.001', books: [] }, 'budget'],
      ['a position beside what is bought', order(), { ...budgeted('12000'), held: '0.1' }, undefined],
      ['... above the budget', order(), { ...budgeted('11999.99'), held: '0.1' }, 'budget'],
      [
        'a budget in a currency that no book tells',
        order(),
        { limits: { budgets: { s: { amount: dec('1e9'), currency: 'XRP' } } } },
        'budget',
      ],
      ['a replacement, in place of what it replaces', order({ replaces: 'buys' }), { ...budgeted('6000'), buys: '4000' }, undefined],
      ['an order that can not be valued', order(market), { ...budgeted('10000'), books: [] }, 'budget'],
      ['a conversion that buys', conversion(), { ...budgeted('10000'), buys: '9500' }, 'budget'],
      ['a conversion that sells', conversion({ fromCurrency: 'BTC', toCurrency: 'EUR' }), { ...budgeted('10'), buys: '9500' }, undefined],
    ],
  },
  openOrders: {
    check: { refuses: areTooManyOpen, message: (_request, state, orders) => openOrdersMessage(state, orders) },
    cases: [
      ['no limit', order(), { orders: [orderOf()] }, undefined],
      ['one below the limit', order(), { orders: [orderOf()], limits: { maxOpenOrders: 2 } }, undefined],
      ['at the limit', order(), { orders: [orderOf()], limits: { maxOpenOrders: 1 } }, 'open-orders'],
      ['unknown ones count', order(), { orders: [orderOf({ state: 'unknown' })], limits: { maxOpenOrders: 1 } }, 'open-orders'],
      ['a replacement adds none', order({ replaces: 'intent-1' }), { orders: [orderOf()], limits: { maxOpenOrders: 1 } }, undefined],
      ['a conversion is no order', conversion(), { orders: [orderOf()], limits: { maxOpenOrders: 1 } }, undefined],
    ],
  },
  selfTrade: {
    check: { refuses: meetsOwn, message: selfTradeMessage },
    cases: [
      ['no order of ours on the other side', order(), { orders: [orderOf()] }, undefined],
      ['an ask of ours above', order(), { orders: [ask('60000.01')] }, undefined],
      ['an ask of ours at the price', order(), { orders: [ask('60000')] }, 'self-trade'],
      ['a bid of ours below', order({ side: 'Sell' }), { orders: [orderOf({ price: dec('59999.99') })] }, undefined],
      ['a bid of ours at the price', order({ side: 'Sell' }), { orders: [orderOf()] }, 'self-trade'],
      ['one of another strategy', order(), { orders: [{ ...ask('60000'), strategy: 'other' }] }, 'self-trade'],
      ['one of another symbol', order({ symbol: 'ETH/EUR' }), { orders: [ask('60000')] }, undefined],
      ['one that may not be there', order(), { orders: [{ ...ask('60000'), state: 'unknown' }] }, 'self-trade'],
      ['U1: a market order below an ask that it can not reach', order(market), { orders: [ask('99999')] }, undefined],
      ['a market order against an ask that it may reach', order(market), { orders: [ask('60100')] }, 'self-trade'],
      ['a market order of ours', order(), { orders: [{ ...ask('1'), price: undefined }] }, 'self-trade'],
      ['a conversion', conversion(), { orders: [ask('60000')] }, undefined],
    ],
  },
  balance: {
    check: { refuses: isShort, message: balanceMessage },
    cases: [
      ['balances that were not told', order({ amount: '99' }), {}, undefined],
      ['a buy of all that is free', order(), { balances: [balanceOf('EUR', '6000')] }, undefined],
      ['a buy of more', order(), { balances: [balanceOf('EUR', '5999.99')] }, 'balance'],
      ['what our orders reserve is not free', order(), { balances: [balanceOf('EUR', '6000')], buys: '0.01' }, 'balance'],
      ['a sell of all that is free', order({ side: 'Sell' }), { balances: [balanceOf('BTC', '0.1')] }, undefined],
      ['a sell of more', order({ side: 'Sell' }), { balances: [balanceOf('BTC', '0.09')] }, 'balance'],
      ['a currency that the account does not have', order(), { balances: [balanceOf('BTC', '1')] }, 'balance'],
      ['an account with nothing', order(), { balances: [] }, 'balance'],
      [
        'a buy of all that is not kept back',
        order(),
        { balances: [balanceOf('EUR', '6500')], limits: { reserve: { EUR: dec(500) } } },
        undefined,
      ],
      ['a buy of what is kept back', order(), { balances: [balanceOf('EUR', '6499')], limits: { reserve: { EUR: dec(500) } } }, 'balance'],
      [
        'what is kept back of another currency',
        order(),
        { balances: [balanceOf('EUR', '6000')], limits: { reserve: { BTC: dec(5) } } },
        undefined,
      ],
      [
        'a sell of what is kept back',
        order({ side: 'Sell' }),
        { balances: [balanceOf('BTC', '0.1')], limits: { reserve: { BTC: dec('0.001') } } },
        'balance',
      ],
      [
        'a conversion of what is kept back',
        conversion(),
        { balances: [balanceOf('EUR', '600')], limits: { reserve: { EUR: dec(1) } } },
        'balance',
      ],
      ['a market buy, at the touch', order(market), { balances: [balanceOf('EUR', '6001')] }, undefined],
      ['a market buy without a touch', order(market), { balances: [balanceOf('EUR', '1e9')], books: [] }, 'balance'],
      ['a conversion of all that is free', conversion(), { balances: [balanceOf('EUR', '600')] }, undefined],
      ['a conversion of more', conversion({ fromAmount: dec('601') }), { balances: [balanceOf('EUR', '600')] }, 'balance'],
      ['a conversion whose quote must tell', conversion({ fromAmount: undefined, toAmount: dec('1') }), { balances: [] }, undefined],
    ],
  },
  orderRate: {
    check: { refuses: (_request, state) => areTooManySent(state), message: (_request, state) => orderRateMessage(state) },
    cases: [
      ['no limit', order(), { sent: 999 }, undefined],
      ['one below the limit', order(), { sent: 9, limits: { maxOrdersPerMinute: 10 } }, undefined],
      ['at the limit', order(), { sent: 10, limits: { maxOrdersPerMinute: 10 } }, 'order-rate'],
      ['a conversion at the limit', conversion(), { sent: 10, limits: { maxOrdersPerMinute: 10 } }, 'order-rate'],
    ],
  },
  dailyLoss: {
    check: { refuses: (_request, state) => isLossReached(state), message: (_request, state) => dailyLossMessage(state) },
    cases: [
      ['no limit', order(), { profit: null }, undefined],
      ['a profit', order(), { ...loseAtMost('100'), profit: '500' }, undefined],
      ['a loss below the limit', order(), { ...loseAtMost('100'), profit: '-99.99' }, undefined],
      ['a loss at the limit', order(), { ...loseAtMost('100'), profit: '-100' }, 'daily-loss'],
      ['a profit that can not be valued', order(), { ...loseAtMost('100'), profit: null }, 'daily-loss'],
      ['a conversion after the loss', conversion(), { ...loseAtMost('100'), profit: '-101' }, 'daily-loss'],
    ],
  },
};

describe.each(Object.entries(rules))('%s', (_name, { check, cases }) => {
  it.each(cases)('%s', (_what, request, situation, refusedBy) => {
    const refusal = refusalOf(request, situation);
    if (request.type === 'order') {
      const room = roomIn(situation);
      const { state, orders } = room.engine;
      const asked = orderRequestIn(room, request.given);
      expect(check.refuses(asked, state, orders)).toBe(refusedBy !== undefined);
      if (refusedBy !== undefined) expect(check.message(asked, state, orders)).not.toMatch(/undefined|NaN (EUR|BTC)|^$/);
    } else expect(refusal?.rule).toBe(refusedBy);
    if (refusal !== undefined) expect(refusal.message).not.toMatch(/undefined|NaN (EUR|BTC)/);
  });
});

function collar(): Situation {
  return { limits: { priceCollar: dec('0.02') }, books: [touch('59990', '60010')] };
}

function budgeted(amount: string): Situation {
  return { limits: { budgets: { s: euro(amount) } } };
}

function loseAtMost(amount: string): Situation {
  return { limits: { maxDailyLoss: euro(amount) } };
}

function ask(price: string) {
  return orderOf({ side: 'Sell', price: dec(price) });
}
