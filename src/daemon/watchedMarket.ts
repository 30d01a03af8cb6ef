import { Subscription } from 'rxjs';
import { Fault, messageOf } from '../base/fault.ts';
import type { Random } from '../base/random.ts';
import type { StreamFeed, StreamStatus } from '../feed/streamFeed.ts';
import { type FeedUsage, type LateRow, type MarketFeed, marketFeed } from '../gateway/marketFeed.ts';
import { addLook } from '../market/looks.ts';
import type { EventBody } from '../model/event.ts';
import type { Pair } from '../model/pair.ts';
import { symbolsOf } from '../model/tradedMarkets.ts';
import { isAbout } from './isAbout.ts';
import type { TraderOptions } from './traderOptions.ts';
import { unlistedParams } from './unlistedParams.ts';
import { unlistedText } from './unlistedText.ts';
import { watchedPolls } from './watchedPolls.ts';

type Followed = Pick<TraderOptions, 'symbols' | 'poll' | 'engine'>;

/** The market that a trader follows, and that others watch: by polls, or from a stream. */
export class WatchedMarket {
  #options: TraderOptions;
  readonly #random: Random;
  readonly #hear: (body: EventBody) => void;
  readonly #fail: (fault: Fault) => void;
  #pairs: readonly Pair[] | undefined;
  #feed: MarketFeed | undefined;
  #stream: StreamFeed | undefined;
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
    for (const text of unlistedParams(this.#options.engine.strategies, pairs)) this.#options.onTrouble(text);
  }

  /** From here on these symbols are polled, at this pace, or read from a stream by this age. */
  follow({ symbols, poll, engine }: Followed): void {
    const before = this.#options;
    this.#options = { ...before, symbols, poll, engine };
    const isSameMarket = JSON.stringify([before.symbols, before.poll]) === JSON.stringify([symbols, poll]);
    const isSameAge = before.stream === undefined || before.engine.limits.staleAfterMs === engine.limits.staleAfterMs;
    if ((isSameMarket && isSameAge) || this.#subscription === undefined || this.#pairs === undefined) return;
    this.#subscription.unsubscribe();
    this.#poll(this.#pairs);
  }

  usage(): FeedUsage | undefined {
    return this.#feed?.usage();
  }

  /** Undefined where the venue is polled. */
  streamStatus(): StreamStatus | undefined {
    return this.#stream?.status();
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
    const { client, clock, poll, symbols, watch, onTrouble, engine, stream } = this.#options;
    const traded = new Set(symbols);
    const polls = watchedPolls(this.#options);
    const pairs = this.#polled(all);
    for (const symbol of new Set([...symbols, ...(watch?.symbols ?? [])]))
      if (!pairs.some((pair) => pair.symbol === symbol)) onTrouble(unlistedText(symbol, engine.strategies, all));
    const lateAfterMs = engine.limits.staleAfterMs;
    this.#stream = stream?.({ pairs, depth: poll.depth, lateAfterMs, clock, onTrouble });
    const feed: MarketFeed =
      this.#stream ??
      marketFeed({
        client,
        pairs,
        every: { bookMs: poll.booksMs, statisticsMs: poll.statisticsMs },
        depth: poll.depth,
        polls,
        clock,
        random: this.#random,
      });
    this.#feed = feed;
    const subscription = new Subscription();
    this.#subscription = subscription;
    subscription.add(feed.late$?.subscribe((row) => this.#late(row)));
    const live = feed.events$.subscribe({
      next: (body) => {
        watch?.market(body);
        if (isAbout(body, traded)) this.#hear(body);
      },
      error: (error: unknown) => this.#fail(new Fault('internal', `the market feed failed: ${messageOf(error)}`, { cause: error })),
    });
    subscription.add(live);
  }

  /** What came too late to trade on goes where recordings go, and of books the touch to the signals, as what was recorded before the start does. */
  #late(row: LateRow): void {
    const { watch, engine } = this.#options;
    watch?.late?.(row);
    if (row.type !== 'book' || row.book.bids.length === 0 || row.book.asks.length === 0) return;
    const { symbol } = row.book;
    const names = engine.strategies.filter((strategy) => symbolsOf(strategy).includes(symbol)).map(({ name }) => name);
    if (names.length === 0) return;
    const looks: number[] = [];
    addLook(looks, row.book);
    this.#hear({ type: 'warm-up', symbol, since: Object.fromEntries(names.map((name) => [name, 0])), looks });
  }
}
