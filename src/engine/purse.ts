import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { isFarBelow } from '../base/isFarBelow.ts';
import { Sum } from '../base/sum.ts';
import { Payments } from './payments.ts';

/** A reported balance may be a moment older than its arrival, so what was spent this shortly before may be missing in it. */
const WORD_IS_OLD_BY_MS = 2000;

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
  /** What fills and conversions have paid out and the reported balance may not show yet. */
  readonly spent: Sum;
  /** What they have paid in since the balance was reported, which therefore can't show it. */
  readonly brought: Sum;
  /**
   * What they have paid in and the reported balance may show already. The account has it for sure, but whoever adds it to the balance
   * may count it twice.
   */
  readonly perhapsBrought: Sum;
  /** What our own live orders and conversions may still take. */
  readonly reserved: Sum;
  readonly #spendings: Payments;
  /** The parts of `brought` and `perhapsBrought`. */
  readonly #receipts: Payments;
  #toldAt: Instant = -Infinity;

  constructor(currency: string, decimals: number) {
    this.currency = currency;
    this.total = new Sum(decimals);
    this.held = new Sum(decimals);
    this.heldByOthers = new Sum(decimals);
    this.spent = new Sum(decimals);
    this.brought = new Sum(decimals);
    this.perhapsBrought = new Sum(decimals);
    this.reserved = new Sum(decimals);
    this.#spendings = new Payments(decimals);
    this.#receipts = new Payments(decimals);
  }

  get decimals(): number {
    return this.total.decimals;
  }

  /** Whether nothing is known that could be spent. */
  get isEmpty(): boolean {
    return !this.isKnown && this.brought.isZero && this.perhapsBrought.isZero;
  }

  /** Notes an amount that was paid out. */
  spend(amount: Sum, now: Instant): void {
    if (amount.isZero) return;
    this.#spendings.add(amount, now);
    this.spent.addSum(amount);
  }

  /** Notes an amount that was paid in by what was decided at `decidedAt`. */
  bring(amount: Sum, now: Instant, decidedAt: Instant): void {
    if (amount.isZero) return;
    this.#receipts.add(amount, now);
    (decidedAt > this.#toldAt ? this.brought : this.perhapsBrought).addSum(amount);
  }

  /**
   * Takes a reported balance that the caller has put into `total` and `held`. `needed` is what our market orders may still take.
   */
  told(now: Instant, needed?: Decimal): void {
    this.isKnown = true;
    this.#forget(now);
    const others = this.heldByOthers;
    others.set(this.held);
    others.subtract(this.reserved);
    if (needed !== undefined && !needed.isZero()) others.addDecimal(needed.negated());
    if (others.near < 0) others.clear();
  }

  /** Takes it that the venue reports balances, and none of this currency. */
  untold(now: Instant): void {
    this.isKnown = false;
    this.#forget(now);
    this.total.clear();
    this.held.clear();
    this.heldByOthers.clear();
  }

  /** Forgets payments that a balance reported now must contain. */
  #forget(now: Instant): void {
    this.#toldAt = now;
    this.#spendings.forgetBefore(now - WORD_IS_OLD_BY_MS, this.spent);
    this.perhapsBrought.addSum(this.brought);
    this.brought.clear();
    this.#receipts.forgetBefore(now - WORD_IS_OLD_BY_MS, this.perhapsBrought);
  }

  /**
   * Whether there is as much as an order needs. `without` is the reservation of the order that it would replace. One that closes a
   * position (`closes`) needs what its executions have brought, so for it that counts even where it may count twice: at worst the
   * venue refuses it.
   */
  covers(needed: Sum, without: Sum | undefined, closes = false): boolean {
    const total = this.total.near + this.brought.near + (closes ? this.perhapsBrought.near : 0);
    const need = needed.near;
    const taken = this.heldByOthers.near + this.spent.near + this.reserved.near - (without === undefined ? 0 : without.near);
    if (isFarBelow(need + taken, total, Math.abs(total) + Math.abs(taken) + need)) return true;
    return needed.decimal.lte(this.free(without, closes).decimal);
  }

  /** What a new order may take. */
  free(without: Sum | undefined, closes = false): Sum {
    const free = new Sum(this.decimals);
    free.set(this.total);
    free.addSum(this.brought);
    if (closes) free.addSum(this.perhapsBrought);
    free.subtract(this.heldByOthers);
    free.subtract(this.reserved);
    free.subtract(this.spent);
    if (without !== undefined) free.addSum(without);
    return free;
  }

  /** Changes to finer units, for a pair that needs them. */
  refine(decimals: number): void {
    for (const sum of [this.total, this.held, this.heldByOthers, this.spent, this.brought, this.perhapsBrought, this.reserved])
      sum.refine(decimals);
    this.#spendings.refine(decimals);
    this.#receipts.refine(decimals);
  }
}
