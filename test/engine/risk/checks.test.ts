import { describe, expect, it } from 'vitest';
import { Decimal, dec } from '../../../src/base/decimal.ts';
import { balance } from '../../../src/engine/risk/balance.ts';
import { budget } from '../../../src/engine/risk/budget.ts';
import { dailyLoss } from '../../../src/engine/risk/dailyLoss.ts';
import { halt } from '../../../src/engine/risk/halt.ts';
import { openOrders } from '../../../src/engine/risk/openOrders.ts';
import { orderRate } from '../../../src/engine/risk/orderRate.ts';
import { orderRules } from '../../../src/engine/risk/orderRules.ts';
import { orderValue } from '../../../src/engine/risk/orderValue.ts';
import { priceCollar } from '../../../src/engine/risk/priceCollar.ts';
import type { RiskCheck, RiskRequest } from '../../../src/engine/risk/riskCheck.ts';
import { selfTrade } from '../../../src/engine/risk/selfTrade.ts';
import { staleData } from '../../../src/engine/risk/staleData.ts';
import { symbolAllowList } from '../../../src/engine/risk/symbolAllowList.ts';
import { balanceOf, bookOf, euro, NOON, orderOf, touch } from '../fixtures.ts';
import { conversion, order, type Situation, viewOf } from './riskView.ts';

type Case = readonly [what: string, request: RiskRequest, situation: Situation, refusedBy: string | undefined];

const market = { price: undefined };
const bids = [['59990', '10']] as const;
const thin = bookOf({
  bids,
  asks: [
    ['60010', '0.05'],
    ['66000', '1'],
  ],
});
const rules: Readonly<Record<string, { readonly check: RiskCheck; readonly cases: readonly Case[] }>> = {
  halt: {
    check: halt,
    cases: [
      ['nothing is halted', order(), {}, undefined],
      ['the engine is halted', order(), { halted: 'shutting down' }, 'halted'],
      ['a conversion while halted', conversion(), { halted: 'shutting down' }, 'halted'],
    ],
  },
  symbolAllowList: {
    check: symbolAllowList,
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
    check: orderRules,
    cases: [
      ['an order on the grid', order(), {}, undefined],
      ['a market order', order(market), {}, undefined],
      ['an unknown pair', order({ symbol: 'XRP/EUR' }), {}, 'pair'],
      ['a price off the grid', order({ price: dec('60000.001') }), {}, 'price-grid'],
      ['a price of nothing', order({ price: dec('0') }), {}, 'price-grid'],
      ['a price that is no number', order({ price: new Decimal(NaN) }), {}, 'price-grid'],
      ['an amount off the grid', order({ amount: dec('0.100001') }), {}, 'amount-grid'],
      ['a negative amount', order({ amount: dec('-0.1') }), {}, 'amount-grid'],
      ['an amount that is no number', order({ amount: new Decimal(NaN) }), {}, 'amount-grid'],
      ['an endless amount', order({ amount: new Decimal(Infinity) }), {}, 'amount-grid'],
      ['the least volume', order({ amount: dec('0.0001') }), {}, undefined],
      ['a lot less', order({ amount: dec('0.00009') }), {}, 'min-volume'],
      ['the most volume', order({ amount: dec('100') }), {}, undefined],
      ['a lot more', order({ amount: dec('100.00001') }), {}, 'max-volume'],
      ['a conversion', conversion(), {}, undefined],
      ['a conversion of nothing', conversion({ fromAmount: dec('0') }), {}, 'amount'],
      ['a negative conversion', conversion({ fromAmount: undefined, toAmount: dec('-1') }), {}, 'amount'],
      ['a conversion of no number', conversion({ fromAmount: new Decimal(NaN) }), {}, 'amount'],
    ],
  },
  staleData: {
    check: staleData,
    cases: [
      ['a book of just now', order(), {}, undefined],
      ['a book as old as may be', order(), { now: NOON + 5000 }, undefined],
      ['an older book', order(), { now: NOON + 5001 }, 'stale-data'],
      ['no book', order(), { books: [] }, 'stale-data'],
      ['an unknown market', order({ symbol: 'XRP/EUR' }), {}, 'stale-data'],
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
    check: priceCollar,
    cases: [
      ['no collar', order({ price: dec('99999') }), {}, undefined],
      ['a buy at the collar', order({ price: dec('61200') }), collar(), undefined],
      ['a buy above it', order({ price: dec('61200.01') }), collar(), 'price-collar'],
      ['a buy far below the mid', order({ price: dec('6000') }), collar(), undefined],
      ['a sell at the collar', order({ side: 'Sell', price: dec('58800') }), collar(), undefined],
      ['a sell below it', order({ side: 'Sell', price: dec('58799.99') }), collar(), 'price-collar'],
      ['a sell far above the mid', order({ side: 'Sell', price: dec('600000') }), collar(), undefined],
      ['no mid', order(), { ...collar(), books: [bookOf({ bids })] }, 'price-collar'],
      ['no book', order(), { ...collar(), books: [] }, 'price-collar'],
      ['a market order that the touch holds', order(market), collar(), undefined],
      ['a market order that reaches beyond the collar', order(market), { ...collar(), books: [thin] }, 'price-collar'],
      [
        'a market order that the known levels do not hold',
        order({ ...market, amount: dec('5') }),
        { ...collar(), books: [thin] },
        'price-collar',
      ],
      ['a conversion: its quote is looked at', conversion(), collar(), undefined],
    ],
  },
  orderValue: {
    check: orderValue,
    cases: [
      ['no limit', order({ amount: dec('99') }), {}, undefined],
      ['an order worth the limit', order(), { limits: { maxOrderValue: euro('6000') } }, undefined],
      ['an order worth more', order({ price: dec('60000.01') }), { limits: { maxOrderValue: euro('6000') } }, 'order-value'],
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
        order({ symbol: 'ETH/BTC', price: dec('0.03'), amount: dec('1') }),
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
    check: budget,
    cases: [
      ['no budget', order(), { exposure: null }, undefined],
      ['another strategy with one', order(), { limits: { budgets: { other: euro('1') } } }, undefined],
      ['a strategy named like a property', order({ strategy: 'toString' }), { limits: { budgets: {} } }, undefined],
      ['up to the budget', order(), { ...budgeted('10000'), exposure: '4000' }, undefined],
      ['above it', order(), { ...budgeted('10000'), exposure: '4000.01' }, 'budget'],
      ['a sell, whatever is in use', order({ side: 'Sell' }), { ...budgeted('10'), exposure: '99999' }, undefined],
      ['an exposure that can not be valued', order(), { ...budgeted('10000'), exposure: null }, 'budget'],
      ['an order that can not be valued', order(market), { ...budgeted('10000'), books: [] }, 'budget'],
      ['a conversion that buys', conversion(), { ...budgeted('10000'), exposure: '9500' }, 'budget'],
      [
        'a conversion that sells',
        conversion({ fromCurrency: 'BTC', toCurrency: 'EUR' }),
        { ...budgeted('10'), exposure: '9500' },
        undefined,
      ],
    ],
  },
  openOrders: {
    check: openOrders,
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
    check: selfTrade,
    cases: [
      ['no order of ours on the other side', order(), { orders: [orderOf()] }, undefined],
      ['an ask of ours above', order(), { orders: [ask('60000.01')] }, undefined],
      ['an ask of ours at the price', order(), { orders: [ask('60000')] }, 'self-trade'],
      ['a bid of ours below', order({ side: 'Sell' }), { orders: [orderOf({ price: dec('59999.99') })] }, undefined],
      ['a bid of ours at the price', order({ side: 'Sell' }), { orders: [orderOf()] }, 'self-trade'],
      ['one of another strategy', order(), { orders: [{ ...ask('60000'), strategy: 'other' }] }, 'self-trade'],
      ['one of another symbol', order({ symbol: 'ETH/EUR' }), { orders: [ask('60000')] }, undefined],
      ['one that may not be there', order(), { orders: [{ ...ask('60000'), state: 'unknown' }] }, 'self-trade'],
      ['a market order against any', order(market), { orders: [ask('99999')] }, 'self-trade'],
      ['a market order of ours', order(), { orders: [{ ...ask('1'), price: undefined }] }, 'self-trade'],
      ['a conversion', conversion(), { orders: [ask('60000')] }, undefined],
    ],
  },
  balance: {
    check: balance,
    cases: [
      ['balances that were not told', order({ amount: dec('99') }), {}, undefined],
      ['a buy of all that is free', order(), { balances: [balanceOf('EUR', '6000')] }, undefined],
      ['a buy of more', order(), { balances: [balanceOf('EUR', '5999.99')] }, 'balance'],
      ['what our orders reserve is not free', order(), { balances: [balanceOf('EUR', '6000')], reserved: dec('0.01') }, 'balance'],
      ['a sell of all that is free', order({ side: 'Sell' }), { balances: [balanceOf('BTC', '0.1')] }, undefined],
      ['a sell of more', order({ side: 'Sell' }), { balances: [balanceOf('BTC', '0.09')] }, 'balance'],
      ['a currency that the account does not have', order(), { balances: [balanceOf('BTC', '1')] }, 'balance'],
      ['an account with nothing', order(), { balances: [] }, 'balance'],
      ['a market buy, at the touch', order(market), { balances: [balanceOf('EUR', '6001')] }, undefined],
      ['a market buy without a touch', order(market), { balances: [balanceOf('EUR', '1e9')], books: [] }, 'balance'],
      ['a conversion of all that is free', conversion(), { balances: [balanceOf('EUR', '600')] }, undefined],
      ['a conversion of more', conversion({ fromAmount: dec('601') }), { balances: [balanceOf('EUR', '600')] }, 'balance'],
      ['a conversion whose quote must tell', conversion({ fromAmount: undefined, toAmount: dec('1') }), { balances: [] }, undefined],
    ],
  },
  orderRate: {
    check: orderRate,
    cases: [
      ['no limit', order(), { sent: 9999 }, undefined],
      ['one below the limit', order(), { sent: 9, limits: { maxOrdersPerMinute: 10 } }, undefined],
      ['at the limit', order(), { sent: 10, limits: { maxOrdersPerMinute: 10 } }, 'order-rate'],
      ['a conversion at the limit', conversion(), { sent: 10, limits: { maxOrdersPerMinute: 10 } }, 'order-rate'],
    ],
  },
  dailyLoss: {
    check: dailyLoss,
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
    const refusal = check(request, viewOf(situation));
    expect(refusal?.rule).toBe(refusedBy);
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
