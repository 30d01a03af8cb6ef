import { durationText, type Instant } from '../base/instant.ts';
import { BookGuard, type GuardLimits } from '../market/bookGuard.ts';
import type { FeedCounters } from '../gateway/feedCounters.ts';
import { type Trouble, Troubles } from '../market/troubles.ts';
import type { Book } from '../model/book.ts';
import type { MarketWarning } from '../model/event.ts';
import type { Pair } from '../model/pair.ts';
import { BookDecoder } from './rowDecoder.ts';
import type { ToldWarning, WrongNow } from './warningStates.ts';

/** What came of a message: first the warnings, then the book. */
export interface Heard {
  readonly warnings: readonly MarketWarning[];
  readonly book: Book | undefined;
}

const KINDS: readonly Trouble[] = ['crossed', 'empty', 'stale', 'backwards', 'jumped', 'unreadable', 'poll-failed'];
const NONE: readonly MarketWarning[] = [];
/** A publisher's clock may be ahead of this one's by so much. What it says is then from a time that has not come yet. */
const MOST_AHEAD_MS = 1000;

/**
 * The books of one symbol of a stream, and what is wrong with them: what its publisher has said, and what the guard says here. What both say
 * is told once.
 */
export class SymbolRows {
  readonly #decoder: BookDecoder;
  readonly #guard: BookGuard;
  readonly #shown: Troubles;
  readonly #counters: FeedCounters;
  #theirs: WrongNow = {};
  readonly #ours = new Map<Trouble, string>();

  constructor(pair: Pair, limits: Partial<GuardLimits>, counters: FeedCounters) {
    this.#decoder = new BookDecoder(pair.symbol, pair.grid);
    this.#guard = new BookGuard(pair.symbol, limits, counters.troubles);
    this.#shown = new Troubles(pair.symbol);
    this.#counters = counters;
  }

  book(body: Uint8Array, sequence: number, now: Instant): Heard {
    const read = this.#decoder.read(body, sequence);
    if (typeof read === 'string') return this.#unreadable(read, now);
    const { book } = read;
    const aheadMs = book.receivedAt - now;
    if (aheadMs > MOST_AHEAD_MS) return this.#unreadable(`the clock of its publisher is ${durationText(aheadMs)} ahead of this one's`, now);
    if (aheadMs > 0) book.receivedAt = now;
    const { deliver, warnings } = this.#guard.accept(book);
    if (deliver) this.#counters.delivered++;
    return { warnings: this.#told(warnings), book: deliver ? book : undefined };
  }

  /** What the publisher has said. */
  warning({ wrong }: ToldWarning): readonly MarketWarning[] {
    this.#theirs = wrong;
    return this.#tell();
  }

  check(now: Instant): readonly MarketWarning[] {
    return this.#told(this.#guard.check(now));
  }

  #unreadable(detail: string, now: Instant): Heard {
    return { warnings: this.#told(this.#guard.unreadable(detail, now)), book: undefined };
  }

  #told(warnings: readonly MarketWarning[]): readonly MarketWarning[] {
    if (warnings.length === 0) return NONE;
    for (const { kind, detail } of warnings)
      if (kind === 'recovered') this.#ours.clear();
      else this.#ours.set(kind, detail);
    return this.#tell();
  }

  #tell(): readonly MarketWarning[] {
    return this.#shown.note(Object.fromEntries(KINDS.map((kind) => [kind, this.#theirs[kind] ?? this.#ours.get(kind)])));
  }
}
