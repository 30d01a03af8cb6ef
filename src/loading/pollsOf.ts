import type { Settings } from '../settings/loadSettings.ts';

export interface PollSettings {
  readonly booksMs: number;
  readonly depth: number;
  readonly statisticsMs: number;
  readonly ordersMs: number;
  readonly balancesMs: number;
  readonly pairsMs: number;
}

/** How often the settings ask for what. */
export function pollsOf({ poll }: Pick<Settings, 'poll'>): PollSettings {
  const { books, depth, statistics, orders, trades, balances, pairs } = poll;
  return { booksMs: books, depth, statisticsMs: statistics, ordersMs: Math.min(orders, trades), balancesMs: balances, pairsMs: pairs };
}
