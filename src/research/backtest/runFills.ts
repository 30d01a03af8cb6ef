import type { Instant } from '../../base/instant.ts';
import type { Fill } from '../../model/fill.ts';
import type { RunFill } from '../runRecord.ts';
import type { Mids } from './mids.ts';

export const AFTER_MS = [1000, 10_000, 60_000] as const;
export const LONGEST_MS = 60_000;

/** The fills of one band, and what the mid did after each: known a minute later. */
export class RunFills {
  readonly fills: RunFill[] = [];
  readonly #mids: Mids;
  #resolved = 0;

  constructor(mids: Mids) {
    this.#mids = mids;
  }

  add(fill: Fill, market: number): void {
    const mid = this.#mids.midOf(market, this.#mids.before(market, fill.tradedAt));
    this.fills.push({ fill, mid, midAfter: [undefined, undefined, undefined] });
    this.#markets.push(market);
  }

  readonly #markets: number[] = [];

  /** Looks up what has come to pass by now; with `isEnd` all that is known. */
  resolve(now: Instant, isEnd = false): void {
    for (; this.#resolved < this.fills.length; this.#resolved++) {
      const entry = this.fills[this.#resolved]!;
      const { tradedAt, receivedAt } = entry.fill;
      if (!isEnd && now <= Math.max(tradedAt, receivedAt) + LONGEST_MS) return;
      const market = this.#markets[this.#resolved]!;
      const [short, middle, long] = AFTER_MS.map((afterMs) => this.#mids.midOf(market, this.#mids.after(market, tradedAt, afterMs)));
      this.fills[this.#resolved] = { ...entry, midAfter: [short, middle, long] };
    }
  }
}
