import type { Fill } from '../model/fill.ts';
import { positionAfterFill } from './portfolio.ts';
import type { Seat } from './market.ts';

/** How many are kept for a strategy whose position nobody asks for. */
const MOST_KEPT = 256;

/** Executions that are not part of their strategies' positions yet. */
export class UnfoldedFills {
  readonly #kept = new Map<Seat, Fill[]>();

  add(seat: Seat, fill: Fill): void {
    const kept = this.#kept.get(seat);
    if (kept === undefined) this.#kept.set(seat, [fill]);
    else if (kept.push(fill) > MOST_KEPT) for (const one of this.take(seat)) seat.position = positionAfterFill(seat.position, one);
  }

  take(seat: Seat): readonly Fill[] {
    const kept = this.#kept.get(seat);
    if (kept === undefined) return NONE;
    this.#kept.delete(seat);
    return kept;
  }
}

const NONE: readonly Fill[] = [];
