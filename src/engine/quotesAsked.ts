import type { Instant } from '../base/instant.ts';
import { SentRequests } from './sentRequests.ts';

/** Counts the quotes that each strategy has asked for within the last minute. */
export class QuotesAsked {
  readonly #byStrategy = new Map<string, SentRequests>();

  add(strategy: string, now: Instant): void {
    let asked = this.#byStrategy.get(strategy);
    if (asked === undefined) this.#byStrategy.set(strategy, (asked = new SentRequests()));
    asked.add(now);
  }

  withinMinute(strategy: string, now: Instant): number {
    return this.#byStrategy.get(strategy)?.withinMinute(now) ?? 0;
  }
}
