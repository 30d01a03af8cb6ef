import { leaveLane } from './leaveLane.ts';

export const BUY = 0;
export const SELL = 1;
export type LaneSide = typeof BUY | typeof SELL;

export const PENDING = 0;
export const OPEN = 1;
export const CLOSED = 2;

/** At most so many orders of one strategy live in the lane at once. */
export const MOST_LIVE = 64;
const TOMBSTONE_MS = 86_400_000;
const MOST_TOMBSTONES = 5000;

/** The shape of an order that failed, and when. */
interface Tombstone {
  readonly side: number;
  readonly ticks: number;
  readonly lots: number;
  readonly at: number;
}

/** The strategy's orders as slots in arrays; the slots are the venue's. Live ones are listed in the order in which they were placed. */
export class LaneOrders {
  readonly side: Uint8Array;
  readonly ticks: Float64Array;
  /** All that is to be bought or sold, what is filled included. */
  readonly lots: Float64Array;
  readonly filled: Float64Array;
  readonly state: Uint8Array;
  readonly canceling: Uint8Array;
  readonly cancelTriedAt: Float64Array;
  readonly replacing: Uint8Array;
  /** What a replacement on its way asks for. */
  readonly nextTicks: Float64Array;
  readonly nextLots: Float64Array;
  readonly live: Int32Array = new Int32Array(MOST_LIVE);
  liveCount = 0;
  /** Orders and replacements on their way: while there is one, the lane takes no other. */
  underway = 0;
  readonly #failed: Tombstone[] = [];

  constructor(slots: number) {
    this.side = new Uint8Array(slots);
    this.ticks = new Float64Array(slots);
    this.lots = new Float64Array(slots);
    this.filled = new Float64Array(slots);
    this.state = new Uint8Array(slots).fill(CLOSED);
    this.canceling = new Uint8Array(slots);
    this.cancelTriedAt = new Float64Array(slots);
    this.replacing = new Uint8Array(slots);
    this.nextTicks = new Float64Array(slots);
    this.nextLots = new Float64Array(slots);
  }

  placed(slot: number, side: LaneSide, ticks: number, lots: number): void {
    if (this.liveCount === MOST_LIVE) leaveLane(`more than ${MOST_LIVE} live orders`);
    this.side[slot] = side;
    this.ticks[slot] = ticks;
    this.lots[slot] = lots;
    this.filled[slot] = 0;
    this.state[slot] = PENDING;
    this.canceling[slot] = 0;
    this.cancelTriedAt[slot] = -Infinity;
    this.replacing[slot] = 0;
    this.live[this.liveCount++] = slot;
    this.underway++;
  }

  close(slot: number): void {
    if (this.state[slot] === CLOSED) return;
    this.state[slot] = CLOSED;
    const { live } = this;
    let i = 0;
    while (live[i] !== slot) i++;
    this.liveCount--;
    for (; i < this.liveCount; i++) live[i] = live[i + 1]!;
  }

  /** It never rested; it may still turn up at a real venue, so that its shape is not used again for a while. */
  fail(slot: number, at: number): void {
    this.#failed.push({ side: this.side[slot]!, ticks: this.ticks[slot]!, lots: this.lots[slot]!, at });
    if (this.#failed.length > MOST_TOMBSTONES) this.#failed.shift();
    this.close(slot);
  }

  remaining(slot: number): number {
    return this.lots[slot]! - this.filled[slot]!;
  }

  /** Whether it can be acted on now. */
  isSettled(slot: number): boolean {
    return this.state[slot] === OPEN && this.canceling[slot] === 0 && this.replacing[slot] === 0;
  }

  /** Whether a live order has this shape, so that another one could not be told from it, or one that failed lately. */
  isTaken(side: LaneSide, ticks: number, lots: number, now: number): boolean {
    for (const failed of this.#failed) {
      if (failed.side === side && failed.ticks === ticks && failed.lots === lots && now - failed.at < TOMBSTONE_MS) return true;
    }
    for (let i = 0; i < this.liveCount; i++) {
      const slot = this.live[i]!;
      if (this.side[slot] === side && this.ticks[slot] === ticks && (this.lots[slot] === lots || this.remaining(slot) === lots))
        return true;
    }
    return false;
  }
}
