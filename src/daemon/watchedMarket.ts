import type { Subscription } from 'rxjs';
import { Fault, messageOf } from '../base/fault.ts';
import type { Random } from '../base/random.ts';
import { type FeedUsage, type MarketFeed, marketFeed } from '../gateway/marketFeed.ts';
import type { EventBody } from '../model/event.ts';
import type { Pair } from '../model/pair.ts';
import { isAbout } from './isAbout.ts';
import type { TraderOptions } from './traderOptions.ts';
import { unlistedText } from './unlistedText.ts';
import { watchedPolls } from './watchedPolls.ts';

type Followed = Pick<TraderOptions, 'symbols' | 'poll' | 'engine'>;

/** The polls of a trader's markets, and of those that others watch. */
export class WatchedMarket {
  #options: TraderOptions;
  readonly #random: Random;
  readonly #hear: (body: EventBody) => void;
  readonly #fail: (fault: Fault) => void;
  #pairs: readonly Pair[] | undefined;
  #feed: MarketFeed | undefined;
  #subscription: Subscription | undefined;

  /** `hear` is told of the markets that are traded. */
  constructor(options: TraderOptions, random: Random, hear: (body: EventBody) => void, fail: (fault: Fault) => void) {
    this.#options = options;
    this.#random = random;
    this.#hear = hear;
    this.#fail = fail;
  }

  begin(pairs: readonly Pair[]): void {
    this.#pairs = pairs;
    const { watch } = this.#options;
    const polls = watchedPolls(this.#options);
    watch?.begin(
      this.#polled(pairs).flatMap((pair) => {
        const watched = polls.get(pair.symbol);
        return watched === undefined ? [] : [{ pair, everyMs: watched.bookMs, depth: watched.depth }];
      }),
    );
    this.#poll(pairs);
  }

  /** From here on these symbols are polled, at this pace. */
  follow({ symbols, poll, engine }: Followed): void {
    const before = this.#options;
    this.#options = { ...before, symbols, poll, engine };
    const isSame = JSON.stringify([before.symbols, before.poll]) === JSON.stringify([symbols, poll]);
    if (isSame || this.#subscription === undefined || this.#pairs === undefined) return;
    this.#subscription.unsubscribe();
    this.#poll(this.#pairs);
  }

  usage(): FeedUsage | undefined {
    return this.#feed?.usage();
  }

  end(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
  }

  #polled(pairs: readonly Pair[]): readonly Pair[] {
    const { symbols, watch } = this.#options;
    const wanted = new Set([...symbols, ...(watch?.symbols ?? [])]);
    return pairs.filter(({ symbol }) => wanted.has(symbol));
  }

  #poll(all: readonly Pair[]): void {
    const { client, clock, poll, symbols, watch, onTrouble, engine } = this.#options;
    const traded = new Set(symbols);
    const polls = watchedPolls(this.#options);
    const pairs = this.#polled(all);
    for (const symbol of new Set([...symbols, ...(watch?.symbols ?? [])]))
      if (!pairs.some((pair) => pair.symbol === symbol)) onTrouble(unlistedText(symbol, engine.strategies, all));
    this.#feed = marketFeed({
      client,
      pairs,
      every: { bookMs: poll.booksMs, statisticsMs: poll.statisticsMs },
      depth: poll.depth,
      polls,
      clock,
      random: this.#random,
    });
    this.#subscription = this.#feed.events$.subscribe({
      next: (body) => {
        watch?.market(body);
        if (isAbout(body, traded)) this.#hear(body);
      },
      error: (error: unknown) => this.#fail(new Fault('internal', `the market feed failed: ${messageOf(error)}`, { cause: error })),
    });
  }
}
