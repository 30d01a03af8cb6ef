import { expect, it } from 'vitest';
import { quoteRateProblem } from '../../../src/engine/risk/quoteRate.ts';
import { NOON } from '../fixtures.ts';
import { roomIn } from './situation.ts';

it('lets a strategy ask for no more quotes within a minute than it may', () => {
  const { state } = roomIn({ limits: { maxQuotesPerMinute: 2 } }).engine;
  const answers = ['s', 's', 's', 'other'].map((strategy) => {
    const problem = quoteRateProblem(strategy, state);
    state.quotesAsked.add(strategy, NOON);
    return problem;
  });
  const refusal = { rule: 'quote-rate', message: '2 quotes were asked for within a minute, the limit is 2' };
  expect(answers).toEqual([undefined, undefined, refusal, undefined]);
  state.now = NOON + 59_999;
  expect(quoteRateProblem('s', state)?.rule).toBe('quote-rate');
  state.now = NOON + 60_000;
  expect(quoteRateProblem('s', state)).toBeUndefined();
});

it('lets it ask for as many as it likes where nothing limits them', () => {
  const { state } = roomIn().engine;
  for (let i = 0; i < 100; i++) state.quotesAsked.add('s', NOON);
  expect(quoteRateProblem('s', state)).toBeUndefined();
});
