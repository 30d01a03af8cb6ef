import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StrategyContext } from '../../src/engine/strategy.ts';
import type { RiskLimits } from '../../src/engine/risk/limits.ts';
import { EngineBench } from './engineBench.ts';
import { limitsOf, settingsOf, strategyOf } from './fixtures.ts';

const ALL = { of: 'all', name: '' } as const;

/** A strategy that asks for the same with each book, and what its engine has told. */
function asking(limits: Partial<RiskLimits>, tellsLastingOnce = true, side: 'Buy' | 'Sell' = 'Buy') {
  const amount = { now: dec('0.01') };
  const handlers = { onBook: (_book: unknown, ctx: StrategyContext) => void ctx.place({ side, price: 50_000, amount: amount.now }) };
  const bench = new EngineBench(settingsOf([strategyOf(handlers)], { limits: limitsOf(limits), tellsLastingOnce }));
  return {
    bench,
    amount,
    books: (count: number) => {
      for (let i = 0; i < count; i++) bench.touch('59990', '60010', 1000);
    },
    refused: () => bench.notices('refused').map(({ rule, message }) => `${rule}: ${message}`),
    over: () => bench.notices('log').flatMap(({ message }) => (message.includes('no longer held back') ? [message] : [])),
  };
}

describe('what a rule holds back that lasts', () => {
  it('is told once, counted each time, and told once more when a budget has room again', () => {
    const { bench, amount, books, refused, over } = asking({ budgets: { s: { amount: dec('100'), currency: 'EUR' } } });
    books(200);
    expect(refused()).toEqual(['budget: 0 EUR in use and 499.5 more is above the budget of 100 EUR (told once until it is over)']);
    expect(bench.engine.snapshot().refusals).toEqual({ s: { budget: 200 } });
    amount.now = dec('0.0005');
    books(1);
    expect(over(), 'what is small enough fits at any time').toEqual([]);
    bench.now += 60_000;
    amount.now = dec('0.0004');
    books(1);
    expect(over()).toEqual(['BTC/EUR is no longer held back by budget: it was refused 200 times within 4 min']);
    amount.now = dec('0.01');
    books(3);
    expect(refused()).toHaveLength(2);
  });

  it('is told so of a halt, which is over when it is lifted', () => {
    const { bench, books, refused, over } = asking({});
    bench.operator({ type: 'stop-trading', scope: ALL, state: 'halted', orders: 'keep', reason: 'a person' });
    books(300);
    expect(refused()).toEqual(['halted: a person (told once until it is over)']);
    bench.operator({ type: 'resume-trading', scope: ALL });
    books(2);
    expect(over()).toEqual(['BTC/EUR is no longer held back by halted: it was refused 300 times within 5 min']);
  });

  it('is not over because something passes that only reduces', () => {
    const { bench, books, refused, over } = asking({}, true, 'Sell');
    bench.operator({ type: 'stop-trading', scope: ALL, state: 'reducing', orders: 'keep', reason: 'a person' });
    books(200);
    expect(refused()).toHaveLength(1);
    expect(over()).toEqual([]);
  });

  it('is told each minute in a session from before it was so', () => {
    const { books, refused, over } = asking({ budgets: { s: { amount: dec('100'), currency: 'EUR' } } }, false);
    books(200);
    expect(refused()).toHaveLength(4);
    expect(over()).toEqual([]);
  });
});
