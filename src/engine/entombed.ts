import type { Decimal } from '../base/decimal.ts';
import { DAY_MS, type Instant } from '../base/instant.ts';

/** An order that may still turn up, or has turned up late and may still be executed. */
export interface Tomb {
  readonly side: number;
  readonly lots: number;
  readonly until: Instant;
  /** That of a limit order. Undefined where an earlier version has saved it, too. */
  readonly price?: Decimal | undefined;
  /** What has placed it. Undefined where an earlier version has saved it. */
  readonly intentId?: string | undefined;
  /** The venue's id, once it has shown. */
  readonly orderId?: string | undefined;
}

/** Orders of a market that were found not to have been placed, and those that show late. For a day they count as if they might still be executed. */
export class Entombed {
  #tombs: readonly Tomb[] = [];

  get all(): readonly Tomb[] {
    return this.#tombs;
  }

  add(tomb: Omit<Tomb, 'until'>, now: Instant): void {
    this.restore([...this.#tombs.filter(({ until }) => until > now), { ...tomb, until: now + DAY_MS }]);
  }

  /** An order has shown late: what counts is what it is, in the place of what might turn up of its intent. False where that counts already. */
  shown(tomb: Omit<Tomb, 'until'>, now: Instant): boolean {
    const { orderId, intentId, side } = tomb;
    if (this.#tombs.some((one) => one.orderId === orderId)) return false;
    const expected = this.#tombs.find((one) => one.orderId === undefined && one.intentId === intentId && one.side === side);
    this.restore(this.#tombs.filter((one) => one !== expected));
    this.add(tomb, now);
    return true;
  }

  /** So many lots of an order that has shown late are held by now. False where none such counts. */
  executed(orderId: string, lots: number): boolean {
    const known = this.#tombs.find((one) => one.orderId === orderId);
    if (known === undefined) return false;
    const left = { ...known, lots: Math.max(0, known.lots - lots) };
    this.restore(this.#tombs.map((one) => (one === known ? left : one)));
    return true;
  }

  /** An order that has shown late counts no longer. False where it does not. */
  over(orderId: string): boolean {
    const rest = this.#tombs.filter((one) => one.orderId !== orderId);
    if (rest.length === this.#tombs.length) return false;
    this.restore(rest);
    return true;
  }

  /** What might turn up of an intent has: it counts as what it is from here on. False where nothing was expected of it. */
  came(intentId: string): boolean {
    const rest = this.#tombs.filter((one) => one.orderId !== undefined || one.intentId !== intentId);
    if (rest.length === this.#tombs.length) return false;
    this.restore(rest);
    return true;
  }

  restore(tombs: readonly Tomb[]): void {
    this.#tombs = tombs;
  }

  /** How many lots of a side may still turn up. */
  lots(side: number, now: Instant): number {
    let sum = 0;
    for (const tomb of this.#tombs) if (tomb.side === side && tomb.until > now) sum += tomb.lots;
    return sum;
  }
}
