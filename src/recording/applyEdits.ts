import { type BookSide, MAX_DEPTH, showLevels } from '../model/book.ts';
import * as edits from './bookEdits.ts';

// Local constants are part of the code. An imported constant would cost a load and two checks for every edit.
const { SET, INSERT, DELETE, MANY_KEPT } = edits;

/** The most levels of a side before those beyond its end are cut off. */
const MOST_LEVELS = 2 * MAX_DEPTH;

/** The arrays' length leaves room for a side to drift, since an edit moves the shorter of the parts above and below it. */
export const EDIT_CAPACITY = 4 * MOST_LEVELS;

/** No side takes more edits than this: each edit makes a level final or removes one. */
const MOST_EDITS = 2 * MOST_LEVELS;

/** The reader looks at this many bytes beyond the last edit. What they hold does not matter. */
export const BYTES_AHEAD = 2;

/**
 * Reads edits as `writeEdits` wrote them and applies them to a side whose arrays have `EDIT_CAPACITY`. Levels beyond `room` are
 * cut off. Returns the position after the edits, or -1 when an edit makes no sense.
 *
 * A backtest from disk spends most of its time here. So the cursor is a local, and no function is called per number, since all
 * arrays would be checked anew after a call. `| 0` saves an overflow check. Levels are moved two at a time: what lies beyond the
 * ends of a side does not count and may be overwritten.
 */
export function applyEdits(
  bytes: Uint8Array,
  from: number,
  count: number,
  side: BookSide,
  step: 1 | -1,
  room: number = MOST_LEVELS,
): number {
  if (count > MOST_EDITS) return -1;
  const { ticks, lots } = side;
  if (side.start < MOST_LEVELS || side.start > EDIT_CAPACITY - 2 * MOST_LEVELS) centre(side);
  const away = step | 0;
  let first = side.start | 0;
  let end = (first + side.length) | 0;
  let at = from | 0;
  /** The level that the edits have reached. */
  // oxlint-disable-next-line oxc/erasing-op -- nothing is added: the arrays are checked here once, and not again for every edit
  let index = (first + ((bytes[at]! | ticks[first]! | lots[first]!) & 0)) | 0;
  for (let left = count | 0; left > 0; left = (left - 1) | 0) {
    const head = bytes[at]!;
    at = (at + 1) | 0;
    const kept = head >> 2;
    index = (index + kept) | 0;
    if (kept === MANY_KEPT) {
      const low = bytes[at]!;
      at = (at + 1) | 0;
      index = (index + (low & 0x7f)) | 0;
      if (low > 0x7f) {
        index = (index + ((bytes[at]! & 0x7f) << 7)) | 0;
        at = (at + 1) | 0;
      }
    }
    const edit = head & 3;
    if (edit === DELETE) {
      if (index >= end) return -1;
      if (((index - first) | 0) < ((end - index) | 0)) {
        for (let i = index; i > first; i = (i - 2) | 0) {
          const above = (i - 1) | 0;
          const next = (i - 2) | 0;
          ticks[i] = ticks[above]!;
          ticks[above] = ticks[next]!;
          lots[i] = lots[above]!;
          lots[above] = lots[next]!;
        }
        first = (first + 1) | 0;
        index = (index + 1) | 0;
      } else {
        end = (end - 1) | 0;
        for (let i = index; i < end; i = (i + 2) | 0) {
          const below = (i + 1) | 0;
          const next = (i + 2) | 0;
          ticks[i] = ticks[below]!;
          ticks[below] = ticks[next]!;
          lots[i] = lots[below]!;
          lots[below] = lots[next]!;
        }
      }
      continue;
    }
    if (edit === SET) {
      if (index >= end) return -1;
    } else {
      const over = (index - first) | 0;
      const under = (end - index) | 0;
      if (edit === INSERT ? under < 0 || ((over + under) | 0) >= MOST_LEVELS : under <= 0) return -1;
      let price = 0;
      let byte = bytes[at]!;
      at = (at + 1) | 0;
      if (over === 0) {
        // The price relative to the best level that stands there now, in either direction.
        let size = (byte & 0x7f) >> 1;
        const isBack = (byte & 1) === 1;
        for (let scale = 64; byte > 0x7f; scale *= 128) {
          byte = bytes[at]!;
          at = (at + 1) | 0;
          size += (byte & 0x7f) * scale;
        }
        price = (under > 0 ? ticks[first]! : 0) + (isBack ? -size : size) * away;
      } else {
        let apart = byte & 0x7f;
        for (let scale = 128; byte > 0x7f; scale *= 128) {
          byte = bytes[at]!;
          at = (at + 1) | 0;
          apart += (byte & 0x7f) * scale;
        }
        price = ticks[(index - 1) | 0]! + apart * away;
      }
      if (edit === INSERT) {
        if (over < under) {
          first = (first - 1) | 0;
          index = (index - 1) | 0;
          for (let i = (index - ((over + 1) & ~1)) | 0; i < index; i = (i + 2) | 0) {
            const below = (i + 1) | 0;
            const next = (i + 2) | 0;
            ticks[i] = ticks[below]!;
            ticks[below] = ticks[next]!;
            lots[i] = lots[below]!;
            lots[below] = lots[next]!;
          }
        } else {
          end = (end + 1) | 0;
          for (let i = (index + ((under + 1) & ~1)) | 0; i > index; i = (i - 2) | 0) {
            const above = (i - 1) | 0;
            const next = (i - 2) | 0;
            ticks[i] = ticks[above]!;
            ticks[above] = ticks[next]!;
            lots[i] = lots[above]!;
            lots[above] = lots[next]!;
          }
        }
      }
      ticks[index] = price;
    }
    // Up to three bytes are read without a branch, since the length of an amount can't be predicted.
    const low = bytes[at]!;
    const middle = bytes[(at + 1) | 0]!;
    const high = bytes[(at + 2) | 0]!;
    const hasMiddle = low >> 7;
    const hasHigh = hasMiddle & (middle >> 7);
    if ((hasHigh & (high >> 7)) === 0) {
      lots[index] = (low & 0x7f) | ((middle & 0x7f & -hasMiddle) << 7) | ((high & 0x7f & -hasHigh) << 14);
      at = (at + 1 + hasMiddle + hasHigh) | 0;
    } else {
      let amount = (low & 0x7f) | ((middle & 0x7f) << 7) | ((high & 0x7f) << 14);
      let byte = high;
      at = (at + 3) | 0;
      for (let scale = 2_097_152; byte > 0x7f; scale *= 128) {
        byte = bytes[at]!;
        at = (at + 1) | 0;
        amount += (byte & 0x7f) * scale;
      }
      lots[index] = amount;
    }
    index = (index + 1) | 0;
  }
  const length = (end - first) | 0;
  showLevels(side, first, length > room ? room : length);
  return at;
}

/** Moves a side to the middle of its arrays, so that it can grow and drift in both directions. */
function centre(side: BookSide): void {
  const start = (EDIT_CAPACITY - MOST_LEVELS) / 2;
  const end = side.start + side.length;
  side.ticks.copyWithin(start, side.start, end);
  side.lots.copyWithin(start, side.start, end);
  showLevels(side, start, side.length);
}
