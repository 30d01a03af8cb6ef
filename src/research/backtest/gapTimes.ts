import type { Instant } from '../../base/instant.ts';
import type { MarketGap } from '../../recording/marketCursor.ts';

/** How many gaps there were, how long all of them took together, and how many are due to damage. */
export interface GapTotals {
  readonly count: number;
  readonly ms: number;
  readonly damaged: number;
}

/** The gaps of a run. Time that several symbols miss is one gap. */
export class GapTimes {
  readonly #gaps: Pick<MarketGap, 'from' | 'to' | 'reason'>[] = [];

  /** One in a run that began at `begun`: what lies before that is none of it. */
  add({ from, to, reason }: MarketGap, begun: Instant): void {
    this.#gaps.push({ from: Math.min(to, Math.max(from, begun)), to, reason });
  }

  get totals(): GapTotals {
    let [count, ms, damaged] = [0, 0, 0];
    let end = -Infinity;
    let isDamaged = false;
    for (const { from, to, reason } of this.#gaps.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
      if (from >= end) {
        count++;
        isDamaged = false;
      }
      ms += Math.max(0, to - Math.max(from, end));
      end = Math.max(end, to);
      if (reason === 'damaged' && !isDamaged) {
        damaged++;
        isDamaged = true;
      }
    }
    return { count, ms, damaged };
  }
}
