import type { Instant } from '../base/instant.ts';
import type { MarketWarning, MarketWarningKind } from '../model/event.ts';
import type { GapReason, MarketGap } from './marketCursor.ts';

/** Warnings after which no book comes, and the name of the gap until the next one. */
const REASONS: Readonly<Partial<Record<MarketWarningKind, GapReason>>> = {
  'poll-failed': 'poll-failed',
  crossed: 'withheld',
  backwards: 'withheld',
  jumped: 'withheld',
  unreadable: 'withheld',
};

/** Makes gaps of the warnings about each symbol: from its last book to its next one. */
export class GapNotes {
  /** The time of the last book of each. */
  readonly #bookAt = new Map<string, Instant>();
  readonly #troubles = new Map<string, Omit<MarketGap, 'to'>>();

  /** The symbols in whose gap we are. */
  get open(): readonly string[] {
    return [...this.#troubles.keys()];
  }

  /** Before its first book nothing is missing of a symbol. */
  warning({ symbol, kind, detail }: MarketWarning): void {
    const reason = REASONS[kind];
    const from = this.#bookAt.get(symbol);
    if (reason === undefined || from === undefined || this.#troubles.has(symbol)) return;
    this.#troubles.set(symbol, { from, reason, detail: reason === 'withheld' ? `${kind}: ${detail}` : detail });
  }

  /** A book came. Gives the gap that it ends. */
  book(symbol: string, at: Instant): MarketGap | undefined {
    const gap = this.end(symbol, at);
    this.#bookAt.set(symbol, at);
    return gap;
  }

  end(symbol: string, to: Instant): MarketGap | undefined {
    const trouble = this.#troubles.get(symbol);
    this.#troubles.delete(symbol);
    return trouble && { ...trouble, to };
  }
}
