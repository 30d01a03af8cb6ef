import { type BookSide, MAX_DEPTH, showLevels } from '../model/book.ts';
import * as edits from './bookEdits.ts';

// A module's own constants are part of the code; an imported one is a load and two checks for every edit.
const { SET, INSERT, DELETE, MANY_KEPT } = edits;

/** Levels of a side before what hangs over its end has fallen off. */
const MOST_LEVELS = 2 * MAX_DEPTH;

/** Room for a side that drifts within its arrays: of what stands above and below an edit, the shorter part is moved. */
export const EDIT_CAPACITY = 4 * MOST_LEVELS;

/**
 * Reads edits and applies them to a side whose arrays have `EDIT_CAPACITY`, as `writeEdits` wrote them. Gives back where it has
 * read to, or -1 when an edit makes no sense.
 *
 * This is where a backtest from disk spends most of its time: hence one cursor in a local, and no function per number.
 */
export function applyEdits(bytes: Uint8Array, from: number, count: number, side: BookSide, step: 1 | -1): number {
  const { ticks, lots } = side;
  if (side.start < MOST_LEVELS || side.start > EDIT_CAPACITY - 2 * MOST_LEVELS) centre(side);
  let first = side.start;
  let end = first + side.length;
  /** The level that has been reached. */
  let index = first;
  let at = from;
  for (let n = 0; n < count; n++) {
    const head = bytes[at++]!;
    let byte = 0;
    index += head >> 2;
    if (head >> 2 === MANY_KEPT) {
      byte = bytes[at++]!;
      index += byte & 0x7f;
      if (byte > 0x7f) index += (bytes[at++]! & 0x7f) << 7;
    }
    const edit = head & 3;
    if (edit === INSERT ? index > end || end - first >= MOST_LEVELS : index >= end) return -1;
    if (edit === DELETE) {
      if (index - first < end - index) {
        for (let i = index; i > first; i--) {
          ticks[i] = ticks[i - 1]!;
          lots[i] = lots[i - 1]!;
        }
        first++;
        index++;
      } else {
        end--;
        for (let i = index; i < end; i++) {
          ticks[i] = ticks[i + 1]!;
          lots[i] = lots[i + 1]!;
        }
      }
      continue;
    }
    if (edit !== SET) {
      let price = 0;
      byte = bytes[at++]!;
      if (index === first) {
        // The best level: relative to what stands there until now, in either direction.
        let size = (byte & 0x7f) >> 1;
        const isBack = (byte & 1) === 1;
        for (let scale = 64; byte > 0x7f; scale *= 128) {
          byte = bytes[at++]!;
          size += (byte & 0x7f) * scale;
        }
        price = (end > first ? ticks[first]! : 0) + (isBack ? -size : size) * step;
      } else {
        let apart = byte & 0x7f;
        for (let scale = 128; byte > 0x7f; scale *= 128) {
          byte = bytes[at++]!;
          apart += (byte & 0x7f) * scale;
        }
        price = ticks[index - 1]! + apart * step;
      }
      if (edit === INSERT) {
        if (index - first < end - index) {
          first--;
          index--;
          for (let i = first; i < index; i++) {
            ticks[i] = ticks[i + 1]!;
            lots[i] = lots[i + 1]!;
          }
        } else {
          for (let i = end; i > index; i--) {
            ticks[i] = ticks[i - 1]!;
            lots[i] = lots[i - 1]!;
          }
          end++;
        }
      }
      ticks[index] = price;
    }
    byte = bytes[at++]!;
    let amount = byte & 0x7f;
    if (byte > 0x7f) {
      byte = bytes[at++]!;
      amount |= (byte & 0x7f) << 7;
      if (byte > 0x7f) {
        byte = bytes[at++]!;
        amount |= (byte & 0x7f) << 14;
        for (let scale = 2_097_152; byte > 0x7f; scale *= 128) {
          byte = bytes[at++]!;
          amount += (byte & 0x7f) * scale;
        }
      }
    }
    lots[index++] = amount;
  }
  showLevels(side, first, end - first);
  return at;
}

/** Moves a side to the middle of its arrays, so that it can grow and drift either way. */
function centre(side: BookSide): void {
  const start = (EDIT_CAPACITY - MOST_LEVELS) / 2;
  const end = side.start + side.length;
  side.ticks.copyWithin(start, side.start, end);
  side.lots.copyWithin(start, side.start, end);
  showLevels(side, start, side.length);
}
