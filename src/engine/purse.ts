import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { Sum } from '../base/sum.ts';

/** The venue's word on a balance is about a moment before it arrived: what was spent this shortly before may be missing in it. */
const WORD_IS_OLD_BY_MS = 2000;
/** Where two rounded sums differ by less than this share of all that went into them, the exact sums decide. */
export const DOUBT = 1e-9;

/** What is known of the account's money in one currency, in whole units. */
export class Purse {
  readonly currency: string;
  /** False as long as the venue has not told a balance of it. */
  isKnown = false;
  /** The venue's word: all that is there, and what of it the venue holds back. */
  readonly total: Sum;
  readonly held: Sum;
  /** Held by orders that are not ours, or by the venue for its own reasons. */
  readonly heldByOthers: Sum;
  /** What went out by fills and conversions and may be missing in the venue's word. What came in waits for that word. */
  readonly spent: Sum;
  /** What our own live orders and conversions may still take. */
  readonly reserved: Sum;
  /** The parts of `spent`, in a ring that begins with the oldest. */
  readonly #parts: Spending[] = [];
  #first = 0;
  #count = 0;

  constructor(currency: string, decimals: number) {
    this.currency = currency;
    this.total = new Sum(decimals);
    this.held = new Sum(decimals);
    this.heldByOthers = new Sum(decimals);
    this.spent = new Sum(decimals);
    this.reserved = new Sum(decimals);
  }

  get decimals(): number {
    return this.total.decimals;
  }

  /** Notes that so much went out. */
  spend(amount: Sum, now: Instant): void {
    if (amount.isZero) return;
    if (this.#count === this.#parts.length) this.#grow();
    const part = this.#parts[(this.#first + this.#count++) & (this.#parts.length - 1)]!;
    part.at = now;
    part.amount.set(amount);
    this.spent.addSum(amount);
  }

  /** Takes the venue's word, which the caller has put into `total` and `held`. `needed`: what market orders of ours may take. */
  told(now: Instant, needed?: Decimal): void {
    this.isKnown = true;
    this.forget(now);
    const others = this.heldByOthers;
    others.set(this.held);
    others.subtract(this.reserved);
    if (needed !== undefined && !needed.isZero()) others.addDecimal(needed.negated());
    if (others.near < 0) others.clear();
  }

  /** Spendings that the venue's word of now must contain are not counted any more. */
  forget(now: Instant): void {
    const parts = this.#parts;
    for (; this.#count > 0; this.#count--) {
      const part = parts[this.#first]!;
      if (now - part.at < WORD_IS_OLD_BY_MS) return;
      this.spent.subtract(part.amount);
      this.#first = (this.#first + 1) & (parts.length - 1);
    }
  }

  /** Whether there is as much as an order needs, `without` being what the order that it takes the place of has reserved. */
  covers(needed: Sum, without: Sum | undefined): boolean {
    const total = this.total.near;
    const need = needed.near;
    const taken = this.heldByOthers.near + this.spent.near + this.reserved.near - (without === undefined ? 0 : without.near);
    if (need + taken < total - (Math.abs(total) + Math.abs(taken) + need) * DOUBT) return true;
    return needed.decimal.lte(this.free(without).decimal);
  }

  /** What a new order may take. */
  free(without: Sum | undefined): Sum {
    const free = new Sum(this.decimals);
    free.set(this.total);
    free.subtract(this.heldByOthers);
    free.subtract(this.reserved);
    free.subtract(this.spent);
    if (without !== undefined) free.addSum(without);
    return free;
  }

  /** Goes over to finer units, for a pair that needs them. */
  refine(decimals: number): void {
    for (const sum of [this.total, this.held, this.heldByOthers, this.spent, this.reserved]) sum.refine(decimals);
    for (const { amount } of this.#parts) amount.refine(decimals);
  }

  #grow(): void {
    const parts = this.#parts;
    // The oldest comes to stand at the beginning, so that the ring can go on at its end.
    parts.push(...parts.splice(0, this.#first));
    this.#first = 0;
    const more = Math.max(8, parts.length);
    for (let i = 0; i < more; i++) parts.push({ at: 0.5, amount: new Sum(this.decimals) });
  }
}

interface Spending {
  at: Instant;
  readonly amount: Sum;
}
