import { expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { passedRules } from '../../../src/engine/risk/passedRules.ts';
import { euro, limitsOf } from '../fixtures.ts';

const limits = limitsOf({
  symbols: ['BTC/EUR'],
  staleAfterMs: 5000,
  priceCollar: dec('0.02'),
  maxOrderValue: euro('1000'),
  maxOrderAmount: { BTC: dec('0.5') },
  maxOrdersPerMinute: 60,
  maxDailyLoss: undefined,
  budgets: { maker: euro('5000') },
  losses: { maker: { maxLoss: euro('70'), action: 'close' } },
});

it('names each rule that an order has passed with its limit, and those that limit nothing', () => {
  const { passed, unlimited } = passedRules(limits, 'order', 'maker');
  expect(passed).toEqual(
    expect.arrayContaining([
      'trading state',
      'symbol (of 1)',
      'stale-data (at most 5000 ms old)',
      'price-collar (at most 2 % worse than the mid)',
      'order-amount (at most 0.5 BTC)',
      'order-value (at most 1000 EUR)',
      'budget (at most 5000 EUR)',
      'balance',
      'order-rate (at most 60 a minute)',
      'losses (at most 70 EUR)',
    ]),
  );
  expect(unlimited).toEqual(expect.arrayContaining(['exposure', 'turnover', 'daily-loss']));
  expect(passed.some((rule) => unlimited.some((name) => rule.startsWith(name)))).toBe(false);
});

it('asks another strategy by its own limits, and a conversion only what applies to one', () => {
  expect(passedRules(limits, 'order', 'other').unlimited).toEqual(expect.arrayContaining(['budget', 'losses']));
  const { passed, unlimited } = passedRules(limits, 'conversion', 'maker');
  expect([...passed, ...unlimited].join(' ')).not.toMatch(/price-collar|self-trade|open-orders/);
  expect(passed).toContain('order-value (at most 1000 EUR)');
});
