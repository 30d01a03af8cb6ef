import { filter, map, merge, type Observable, share } from 'rxjs';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { Random } from '../base/random.ts';
import { type Book, MAX_DEPTH } from '../model/book.ts';
import type { EventBody } from '../model/event.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { bookFeed } from './bookFeed.ts';
import type { GuardLimits } from '../market/bookGuard.ts';
import type { FeedContext } from './feedContext.ts';
import { type FeedCounters, noFeedCounters } from './feedCounters.ts';
import type { MarketDataClient } from './marketDataClient.ts';
import { type BudgetUsage, PollBudget } from './pollBudget.ts';
import { statisticsFeed } from './statisticsFeed.ts';

export interface MarketFeedOptions {
  readonly client: MarketDataClient;
  readonly pairs: readonly Pair[];
  readonly every: { readonly bookMs: number; readonly statisticsMs: number };
  /** How many levels to ask for per side, 1 to 250 (000 Limits). */
  readonly depth: number;
  /** Symbols that are polled in another way. */
  readonly polls?: ReadonlyMap<string, BookPoll>;
  readonly clock: Clock;
  readonly random: Random;
  readonly guard?: Partial<GuardLimits>;
}

/** How one book is polled. */
export interface BookPoll {
  readonly bookMs: number;
  /** Levels per side, 1 to 250 (000 Limits). */
  readonly depth: number;
}

export interface MarketFeed {
  /** Books, statistics and warnings of everything. */
  readonly events$: Observable<EventBody>;
  /**
   * Good books of one symbol, each valid until three more have come. Throws a `Fault` `not-found` for a symbol that is not
   * polled.
   */
  book$(symbol: string): Observable<Book>;
  readonly statistics$: Observable<readonly PairStatistics[]>;
  /** What came too late to trade on, in order. A poll brings nothing of that kind. */
  readonly late$?: Observable<LateRow>;
  usage(): FeedUsage;
}

/** A book, or rows of statistics with the time at which they were received. */
export type LateRow =
  | { readonly type: 'book'; readonly book: Book }
  | { readonly type: 'statistics'; readonly rows: readonly PairStatistics[]; readonly at: Instant };

export interface FeedUsage extends BudgetUsage {
  readonly counters: Readonly<FeedCounters>;
}

/**
 * Watches a venue's books and statistics by polling (000 Orderbook, Pair statistics item). What is subscribed to is polled once
 * for all listeners. When the last one leaves, no request and no timer remains.
 *
 * All polls share one budget in turns. With more symbols than the rate allows, each comes round later, and none is starved.
 */
export function marketFeed({ client, pairs, every, depth, polls, clock, random, guard = {} }: MarketFeedOptions): MarketFeed {
  const budget = new PollBudget();
  const counters = noFeedCounters();
  const context: FeedContext = { client, clock, random, budget, counters, guard };
  const books = new Map<string, Observable<EventBody>>();
  for (const [i, pair] of pairs.entries()) {
    // Polls are spread over the period: the first poll is due at once, the second at the symbol's own place in it.
    const poll = polls?.get(pair.symbol) ?? { bookMs: every.bookMs, depth };
    const isDepth = Number.isInteger(poll.depth) && poll.depth >= 1 && poll.depth <= MAX_DEPTH;
    assert(isDepth, `depth must be 1 to ${MAX_DEPTH}, not ${poll.depth}`);
    const phaseMs = (poll.bookMs * (i + 1)) / pairs.length;
    books.set(pair.symbol, bookFeed(context, { pair, depth: poll.depth, everyMs: poll.bookMs, phaseMs }));
  }
  const statistics = statisticsFeed(context, every.statisticsMs);

  return {
    events$: merge(statistics, ...books.values()).pipe(share()),
    book$: (symbol) => {
      const events = books.get(symbol);
      if (events === undefined) throw new Fault('not-found', `${symbol} is not among the ${books.size} symbols that are polled`);
      return events.pipe(
        filter((event) => event.type === 'book'),
        map((event) => event.book),
      );
    },
    statistics$: statistics.pipe(
      filter((event) => event.type === 'statistics'),
      map((event) => event.rows),
    ),
    usage: () => ({ ...budget.usage(), counters: { ...counters, troubles: { ...counters.troubles } } }),
  };
}
