import { expect, it } from 'vitest';
import { pollsOf } from '../../src/loading/pollsOf.ts';

it('reads own orders and executions together, as often as the shorter of their times says', () => {
  const poll = { books: 2000, depth: 25, statistics: 5000, orders: 3000, trades: 1500, balances: 10_000, pairs: 60_000 };
  expect(pollsOf({ poll })).toEqual({ booksMs: 2000, depth: 25, statisticsMs: 5000, ordersMs: 1500, balancesMs: 10_000, pairsMs: 60_000 });
  expect(pollsOf({ poll: { ...poll, orders: 500 } }).ordersMs).toBe(500);
});
