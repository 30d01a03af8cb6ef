import { type Instant, MINUTE_MS } from '../base/instant.ts';

const ROOM = 64;

/** Counts the commands that took risk within the last minute. */
export class SentRequests {
  /** Their times, in a ring that grows with the busiest minute. */
  #at = new Float64Array(ROOM);
  #first = 0;
  #count = 0;

  add(now: Instant): void {
    this.withinMinute(now);
    if (this.#count === this.#at.length) this.#grow();
    this.#at[(this.#first + this.#count++) & (this.#at.length - 1)] = now;
  }

  withinMinute(now: Instant): number {
    while (this.#count > 0 && now - this.#at[this.#first]! >= MINUTE_MS) {
      this.#first = (this.#first + 1) & (this.#at.length - 1);
      this.#count--;
    }
    return this.#count;
  }

  #grow(): void {
    const at = new Float64Array(this.#at.length * 2);
    for (let i = 0; i < this.#count; i++) at[i] = this.#at[(this.#first + i) & (this.#at.length - 1)]!;
    this.#at = at;
    this.#first = 0;
  }
}
