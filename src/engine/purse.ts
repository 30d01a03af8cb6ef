import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { Sum } from '../base/sum.ts';

/** A reported balance may be a moment older than its arrival, so what was spent this shortly before may be missing in it. */
const WORD_IS_OLD_BY_MS = 2000;
/** Where two rounded sums differ by less than this share of all their terms, the exact sums decide. */
export const DOUBT = 1e-9;

/** What is known of the account's money in one currency, in whole units. */
export class Purse {
  readonly currency: string;
  /** False until the venue has reported a balance of this currency. */
  isKnown = false;
  /** The reported balance: all that is there, and how much of it the venue holds back. */
  readonly total: Sum;
  readonly held: Sum;
  /** What orders of others hold, or the venue for reasons of its own. */
  readonly heldByOthers: Sum;
  /**
   * What fills and conversions have paid out and the reported balance may not show yet. What they paid in does not count before
   * it is reported.
   */
  readonly spent: Sum;
  /** What our own live orders and conversions may still take. */
  readonly reserved: Sum;
  /** The parts of `spent`, in a ring that starts with the oldest. */
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

  /** Notes an amount that was paid out. */
  spend(amount: Sum, now: Instant): void {
    if (amount.isZero) return;
    if (this.#count === this.#parts.length) this.#grow();
    const part = this.#parts[(this.#first + this.#count++) & (this.#parts.length - 1)]!;
    part.at = now;
    part.amount.set(amount);
    this.spent.addSum(amount);
  }

  /**
   * Takes a reported balance that the caller has put into `total` and `held`. `needed` is what our market orders may still take.
   */
  told(now: Instant, needed?: Decimal): void {
    this.isKnown = true;
    this.forget(now);
    const others = this.heldByOthers;
    others.set(this.held);
    others.subtract(this.reserved);
    if (needed !== undefined && !needed.isZero()) others.addDecimal(needed.negated());
    if (others.near < 0) others.clear();
  }

  /** Forgets payments that a balance reported now must contain. */
  forget(now: Instant): void {
    const parts = this.#parts;
    for (; this.#count > 0; this.#count--) {
      const part = parts[this.#first]!;
      if (now - part.at < WORD_IS_OLD_BY_MS) return;
      this.spent.subtract(part.amount);
      this.#first = (this.#first + 1) & (parts.length - 1);
    }
  }

  /** Whether there is as much as an order needs. `without` is the reservation of the order that it would replace. */
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

  /** Changes to finer units, for a pair that needs them. */
  refine(decimals: number): void {
    for (const sum of [this.total, this.held, this.heldByOthers, this.spent, this.reserved]) sum.refine(decimals);
    for (const { amount } of this.#parts) amount.refine(decimals);
  }

  #grow(): void {
    const parts = this.#parts;
    // Puts the oldest first, so that the ring can grow at its end.
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
