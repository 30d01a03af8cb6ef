import { BUY } from '../model/side.ts';
/** On its way to the venue. */
export const SENT = 1;
export const OPEN = 2;
/** Nothing more can happen to it. */
export const ENDED = 3;
export const FREE = 0;

/** Nobody knows how much stood ahead of it. */
export const UNKNOWN = -1;

/** An order at a snapshot venue. The object is reused for other orders. */
export class SlotOrder {
  /** Its number in the list of all. */
  readonly slot: number = 0;
  state = FREE;
  /** 0 buys, 1 sells. */
  side = 0;
  ticks = 0;
  /** The lots still to be filled. */
  lots = 0;
  /** The lots at its price that come before it. */
  ahead = 0;
  /** What its level showed at the last look, or `UNKNOWN` when that does not count any more. */
  shown = 0;
  /** The lots of others at better prices, at the last look. Infinity beyond the levels that are shown. */
  depth = 0;
  /** When it ended, by the venue's time. */
  endedAt = 0;
  /** When it began to rest where it rests, by the venue's time. */
  arrivedAt = 0;
  /** The sequence of arrivals, which decides who comes first at one price. */
  arrival = 0;
  /** The lots that have reached the other side since the last look. Whether those rest at all is not settled. */
  coming = 0;
  /** How many of its actions since the last look are not settled. */
  unsettled = 0;
  /** How many requests and reports carry its number. */
  uses = 0;
  /** Its place in the list of open orders. */
  place = 0;

  constructor(slot: number) {
    this.slot = slot;
  }

  /** Whether it is filled before another one on its side. */
  comesBefore(other: SlotOrder): boolean {
    const distance = this.ticks - other.ticks;
    if (distance === 0) return this.arrival < other.arrival;
    return this.side === BUY ? distance > 0 : distance < 0;
  }
}
