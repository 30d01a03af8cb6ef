import type { Instant } from '../base/instant.ts';
import { Sum } from '../base/sum.ts';

/** Amounts of one currency with their times, in a ring that starts with the oldest. Its places are used again. */
export class Payments {
  #decimals: number;
  readonly #parts: Payment[] = [];
  #first = 0;
  #count = 0;

  constructor(decimals: number) {
    this.#decimals = decimals;
  }

  /** The amount has the units of all others. */
  add(amount: Sum, at: Instant): void {
    if (this.#count === this.#parts.length) this.#grow();
    const part = this.#parts[(this.#first + this.#count++) & (this.#parts.length - 1)]!;
    part.at = at;
    part.amount.set(amount);
  }

  /** Lets all go that are as old as `at` or older, and takes them off a sum. */
  forgetBefore(at: Instant, sum: Sum): void {
    const parts = this.#parts;
    for (; this.#count > 0; this.#count--) {
      const part = parts[this.#first]!;
      if (part.at > at) return;
      sum.subtract(part.amount);
      this.#first = (this.#first + 1) & (parts.length - 1);
    }
  }

  refine(decimals: number): void {
    this.#decimals = decimals;
    for (const { amount } of this.#parts) amount.refine(decimals);
  }

  #grow(): void {
    const parts = this.#parts;
    // Puts the oldest first, so that the ring can grow at its end.
    parts.push(...parts.splice(0, this.#first));
    this.#first = 0;
    const more = Math.max(8, parts.length);
    for (let i = 0; i < more; i++) parts.push({ at: 0.5, amount: new Sum(this.#decimals) });
  }
}

interface Payment {
  at: Instant;
  readonly amount: Sum;
}
