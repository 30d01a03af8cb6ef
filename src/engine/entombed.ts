import { DAY_MS, type Instant } from '../base/instant.ts';

/** An order that may still turn up. */
export interface Tomb {
  readonly side: number;
  readonly lots: number;
  readonly until: Instant;
}

/** Orders that were found not to have been placed. For a day they count as if they might still turn up. */
export class Entombed {
  #tombs: readonly Tomb[] = [];

  get all(): readonly Tomb[] {
    return this.#tombs;
  }

  add(side: number, lots: number, now: Instant): void {
    this.restore([...this.#tombs.filter(({ until }) => until > now), { side, lots, until: now + DAY_MS }]);
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
