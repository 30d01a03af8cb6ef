import type { SlotOrder } from './slotOrder.ts';
import { Ring } from './ring.ts';
import type { VenueState } from './venueState.ts';

export const PLACE = 1;
export const REPLACE = 2;
export const CANCEL = 3;
/** A place that waited for the rate budget until the decision was too old. */
export const PLACE_DROPPED = 4;
export const REPLACE_DROPPED = 5;

/** What becomes of a request that has waited too long. Cancels are still sent. */
export function droppedKindOf(kind: number): number {
  return kind === PLACE ? PLACE_DROPPED : kind === REPLACE ? REPLACE_DROPPED : kind;
}

/** A request on its way to the venue. */
export interface VenueRequest {
  kind: number;
  order: SlotOrder;
  ticks: number;
  lots: number;
  arriveAt: number;
  /** What it would meet on its own side, as of the last look: see `SlotOrder`. */
  shown: number;
  depth: number;
}

/** Requests on their way to the venue, in order of arrival. */
export class RequestQueue {
  readonly #state: VenueState;
  readonly #ring: Ring<VenueRequest>;

  constructor(state: VenueState, most: number, nobody: SlotOrder) {
    this.#state = state;
    this.#ring = new Ring(most, () => ({ kind: 0, order: nobody, ticks: 0, lots: 0, arriveAt: 0, shown: 0, depth: 0 }));
  }

  get count(): number {
    return this.#ring.length;
  }

  /** Adds an entry. The caller fills in the rest, `arriveAt` first, and calls `sent`. */
  push(kind: number, order: SlotOrder): VenueRequest {
    const request = this.#ring.push();
    request.kind = kind;
    request.order = order;
    return request;
  }

  sent(request: VenueRequest): void {
    if (this.#ring.length === 1) this.#state.arrivalAt = request.arriveAt;
  }

  /** The entry `n` places after the first. */
  at(n: number): VenueRequest {
    return this.#ring.at(n);
  }

  shift(): VenueRequest {
    const ring = this.#ring;
    const request = ring.shift();
    this.#state.arrivalAt = ring.length === 0 ? Infinity : ring.at(0).arriveAt;
    return request;
  }
}
