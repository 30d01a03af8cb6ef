import { expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { passedRules } from '../../../src/engine/risk/passedRules.ts';
import { euro, limitsOf } from '../fixtures.ts';

const limits = limitsOf({
  symbols: ['BTC/EUR'],
  staleAfterMs: 5000,
  priceCollar: dec('0.02'),
  maxOrderValue: euro('1000'),
  maxOrderAmount: { BTC: dec('0.5'), ETH: dec('8') },
  maxOpenOrders: 7,
  maxOpenValue: euro('2000'),
  maxExposure: euro('3000'),
  maxAlike: 2,
  maxTurnover: euro('4000'),
  maxOrdersPerMinutePerSymbol: 30,
  maxOrdersPerMinute: 60,
  maxDailyLoss: euro('100'),
  budgets: { maker: euro('5000') },
  losses: {
    maker: { maxLoss: euro('70'), maxDailyLoss: euro('50'), action: 'close' },
    '': { maxDrawdown: euro('200'), action: 'cancel' },
  },
});

/** What is asked whatever the limits are. */
const ALWAYS = ['trading state', 'symbol (of 1)', 'stale-data (at most 5000 ms old)', 'balance'];

it('names each rule that an order has passed with its limit, in the order in which they are asked', () => {
  expect(passedRules(limits, 'order', 'maker')).toEqual({
    passed: [
      'trading state',
      'symbol (of 1)',
      "the pair's rules",
      'stale-data (at most 5000 ms old)',
      'price-collar (at most 2 % worse than the mid)',
      'order-amount (at most 0.5 BTC, at most 8 ETH)',
      'order-value (at most 1000 EUR)',
      'budget (at most 5000 EUR)',
      'open-orders (at most 7)',
      'open-value (at most 2000 EUR)',
      'exposure (at most 3000 EUR)',
      'duplicate (at most 2)',
      'self-trade',
      'balance',
      'turnover (at most 4000 EUR)',
      'symbol-rate (at most 30 a minute)',
      'order-rate (at most 60 a minute)',
      'losses (at most 70 EUR, at most 50 EUR, at most 200 EUR)',
      'daily-loss (at most 100 EUR)',
    ],
    unlimited: [],
  });
});

it('names the rules that limit nothing', () => {
  const { passed, unlimited } = passedRules(limitsOf({ symbols: ['BTC/EUR'] }), 'order', 'maker');
  expect(passed).toEqual([
    'trading state',
    'symbol (of 1)',
    "the pair's rules",
    'stale-data (at most 5000 ms old)',
    'self-trade',
    'balance',
  ]);
  expect(unlimited).toEqual([
    'price-collar',
    'order-amount',
    'order-value',
    'budget',
    'open-orders',
    'open-value',
    'exposure',
    'duplicate',
    'turnover',
    'symbol-rate',
    'order-rate',
    'losses',
    'daily-loss',
  ]);
  expect(passedRules(limitsOf({ maxOrderAmount: {} }), 'order', 'maker').unlimited).toContain('order-amount');
});

it('asks another strategy by its own limits', () => {
  const { passed, unlimited } = passedRules(limits, 'order', 'other');
  expect(unlimited).toEqual(['budget']);
  expect(passed).toContain('losses (at most 200 EUR)');
});

it('asks a conversion only what applies to one', () => {
  expect(passedRules(limits, 'conversion', 'maker')).toEqual({
    passed: [
      'price-collar (at most 2 % worse than the mid)',
      'trading state',
      'symbol (of 1)',
      'stale-data (at most 5000 ms old)',
      'order-amount (at most 0.5 BTC, at most 8 ETH)',
      'order-value (at most 1000 EUR)',
      'exposure (at most 3000 EUR)',
      'turnover (at most 4000 EUR)',
      'budget (at most 5000 EUR)',
      'balance',
      'order-rate (at most 60 a minute)',
      'losses (at most 70 EUR, at most 50 EUR, at most 200 EUR)',
      'daily-loss (at most 100 EUR)',
    ],
    unlimited: [],
  });
  const unlimited = ['price-collar', 'order-amount', 'order-value', 'exposure', 'turnover', 'budget', 'order-rate', 'losses', 'daily-loss'];
  expect(passedRules(limitsOf({ symbols: ['BTC/EUR'] }), 'conversion', 'maker')).toEqual({ passed: ALWAYS, unlimited });
});
