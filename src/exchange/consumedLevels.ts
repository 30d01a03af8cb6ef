import type { BookSide } from '../model/book.ts';
import { SELL } from '../model/side.ts';
import { levelOf, lotsAt } from './shownLevel.ts';

const ROOM = 512;

/**
 * What our own orders have taken from shown levels. The recording does not know of it and goes on showing it, so it counts as
 * taken until the level changes in a later look.
 */
export class ConsumedLevels {
  count = 0;
  readonly #side = new Uint8Array(ROOM);
  readonly #ticks = new Float64Array(ROOM);
  readonly #shown = new Float64Array(ROOM);
  readonly #taken = new Float64Array(ROOM);

  /** What is left of a level that shows this many lots. */
  left(side: number, ticks: number, shown: number): number {
    const i = this.#indexOf(side, ticks);
    return i < 0 ? shown : Math.max(0, shown - this.#taken[i]!);
  }

  add(side: number, ticks: number, shown: number, lots: number): void {
    const known = this.#indexOf(side, ticks);
    if (known >= 0) {
      this.#taken[known]! += lots;
      return;
    }
    // More is never needed: a market in which we have taken from this many unchanged levels stands still.
    if (this.count === ROOM) this.#drop(0);
    const i = this.count++;
    this.#side[i] = side;
    this.#ticks[i] = ticks;
    this.#shown[i] = shown;
    this.#taken[i] = lots;
  }

  /** This much was not taken after all. Where the level has changed since, there is nothing to give back to. */
  giveBack(side: number, ticks: number, lots: number): void {
    const known = this.#indexOf(side, ticks);
    if (known >= 0 && (this.#taken[known]! -= lots) <= 0) this.#drop(known);
  }

  /** Takes in a new look. A level that changed is fresh. A level that has left the window is unknown and stays as it was. */
  onLook(side: number, book: BookSide, isComplete: boolean): void {
    for (let i = this.count - 1; i >= 0; i--) {
      if (this.#side[i] !== side) continue;
      const place = levelOf(book, side === SELL, this.#ticks[i]!, 0);
      const isBeyond = place === book.length && !isComplete;
      if (!isBeyond && lotsAt(book, place, this.#ticks[i]!) !== this.#shown[i]) this.#drop(i);
    }
  }

  #indexOf(side: number, ticks: number): number {
    for (let i = 0; i < this.count; i++) if (this.#ticks[i] === ticks && this.#side[i] === side) return i;
    return -1;
  }

  #drop(i: number): void {
    const last = --this.count;
    this.#side[i] = this.#side[last]!;
    this.#ticks[i] = this.#ticks[last]!;
    this.#shown[i] = this.#shown[last]!;
    this.#taken[i] = this.#taken[last]!;
  }
}
