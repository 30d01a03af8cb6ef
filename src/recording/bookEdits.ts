import type { BookSide } from '../model/book.ts';
import type { ByteWriter } from './byteWriter.ts';

/** What to do with the level at the current position. These are the low two bits of an edit's first byte. */
export const SET = 0;
export const INSERT = 1;
export const DELETE = 2;
export const REPLACE = 3;

/** The upper six bits hold how many levels are skipped before the edit. From this value on, the rest follows as a varint. */
export const MANY_KEPT = 63;

/**
 * Writes the edits that turn one side into another, best level first, and returns how many they are. `step` is the direction in
 * which prices move away from the touch. Levels beyond `room` are cut off without an edit.
 */
export function writeEdits(out: ByteWriter, old: BookSide, side: BookSide, step: 1 | -1, room: number): number {
  const edits = new EditWriter(out, side, step);
  const oldEnd = old.start + old.length;
  const end = side.start + side.length;
  let i = old.start;
  let j = side.start;
  while (i < oldEnd && j < end) {
    const apart = (side.ticks[j]! - old.ticks[i]!) * step;
    if (apart === 0) {
      if (side.lots[j] !== old.lots[i]) edits.set(j);
      i++;
      j++;
    } else if (apart > 0) {
      // The old level is gone. A new level that was not there before takes its place.
      if (holds(old, i + 1, oldEnd, side.ticks[j]!, step)) edits.delete(j);
      else edits.put(REPLACE, j++, old.ticks[i]!);
      i++;
    } else if (holds(side, j + 1, end, old.ticks[i]!, step)) {
      edits.put(INSERT, j++, old.ticks[i]!);
    } else {
      edits.put(REPLACE, j++, old.ticks[i++]!);
    }
  }
  while (j < end) edits.put(INSERT, j++, 0);
  // The rest of the old side must be deleted, unless the new side is full: then it is cut off.
  if (side.length < room) for (; i < oldEnd; i++) edits.delete(j);
  return edits.count;
}

/** Whether a sorted side has a level at these ticks, from an index on. */
function holds(side: BookSide, from: number, end: number, ticks: number, step: 1 | -1): boolean {
  let i = from;
  while (i < end && (ticks - side.ticks[i]!) * step > 0) i++;
  return i < end && side.ticks[i] === ticks;
}

/** Positions count in the new side, since everything before them is final. */
class EditWriter {
  readonly #out: ByteWriter;
  readonly #side: BookSide;
  readonly #step: 1 | -1;
  #reached: number;
  count = 0;

  constructor(out: ByteWriter, side: BookSide, step: 1 | -1) {
    this.#out = out;
    this.#side = side;
    this.#step = step;
    this.#reached = side.start;
  }

  set(index: number): void {
    this.#head(SET, index);
    this.#out.varint(this.#side.lots[index]!);
    this.#reached = index + 1;
  }

  delete(index: number): void {
    this.#head(DELETE, index);
    this.#reached = index;
  }

  /** `standing` is the price, in ticks, of the level that stands at the position so far, or 0 when there is none. */
  put(edit: typeof INSERT | typeof REPLACE, index: number, standing: number): void {
    const { ticks, lots, start } = this.#side;
    this.#head(edit, index);
    if (index === start) this.#out.signed((ticks[index]! - standing) * this.#step);
    else this.#out.varint((ticks[index]! - ticks[index - 1]!) * this.#step);
    this.#out.varint(lots[index]!);
    this.#reached = index + 1;
  }

  #head(edit: number, index: number): void {
    const kept = index - this.#reached;
    this.#out.byte((Math.min(kept, MANY_KEPT) << 2) | edit);
    if (kept >= MANY_KEPT) this.#out.varint(kept - MANY_KEPT);
    this.count++;
  }
}
