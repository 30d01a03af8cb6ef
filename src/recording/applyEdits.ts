import { MAX_DEPTH, type BookSide } from '../model/book.ts';
import { DELETE, INSERT, MANY_KEPT, SET } from './bookEdits.ts';

/** Room for the levels of a side before what hangs over its end has fallen off. */
export const EDIT_CAPACITY = 2 * MAX_DEPTH;

/**
 * Reads edits and applies them to a side that begins at 0, as `writeEdits` wrote them. Gives back where it has read to, or -1
 * when an edit makes no sense.
 *
 * This is where a backtest from disk spends most of its time: hence one cursor in a local, and no function per number.
 */
export function applyEdits(bytes: Uint8Array, from: number, count: number, side: BookSide, step: 1 | -1): number {
  const { ticks, lots } = side;
  let length = side.length;
  let level = 0;
  let at = from;
  for (let n = 0; n < count; n++) {
    const head = bytes[at++]!;
    let byte = 0;
    let scale = 0;
    let kept = head >> 2;
    if (kept === MANY_KEPT) {
      byte = bytes[at++]!;
      kept += byte & 0x7f;
      if (byte > 0x7f) kept += (bytes[at++]! & 0x7f) << 7;
    }
    level += kept;
    const edit = head & 3;
    if (edit === DELETE) {
      if (level >= length) return -1;
      length--;
      for (let i = level; i < length; i++) {
        ticks[i] = ticks[i + 1]!;
        lots[i] = lots[i + 1]!;
      }
      continue;
    }
    if (edit === SET) {
      if (level >= length) return -1;
    } else {
      // The first level stands relative to what stood there, all others to the one before.
      byte = bytes[at++]!;
      let price = 0;
      if (level === 0) {
        let size = (byte & 0x7f) >> 1;
        const back = (byte & 1) === 1;
        if (byte > 0x7f) {
          scale = 64;
          do {
            byte = bytes[at++]!;
            size += (byte & 0x7f) * scale;
            scale *= 128;
          } while (byte > 0x7f);
        }
        price = (length > 0 ? ticks[0]! : 0) + (back ? -size : size) * step;
      } else {
        let apart = byte & 0x7f;
        if (byte > 0x7f) {
          byte = bytes[at++]!;
          apart |= (byte & 0x7f) << 7;
          if (byte > 0x7f) {
            scale = 16_384;
            do {
              byte = bytes[at++]!;
              apart += (byte & 0x7f) * scale;
              scale *= 128;
            } while (byte > 0x7f);
          }
        }
        price = ticks[level - 1]! + apart * step;
      }
      if (edit === INSERT) {
        if (level > length || length >= EDIT_CAPACITY) return -1;
        for (let i = length; i > level; i--) {
          ticks[i] = ticks[i - 1]!;
          lots[i] = lots[i - 1]!;
        }
        length++;
      } else if (level >= length) return -1;
      ticks[level] = price;
    }
    byte = bytes[at++]!;
    let amount = byte & 0x7f;
    if (byte > 0x7f) {
      byte = bytes[at++]!;
      amount |= (byte & 0x7f) << 7;
      if (byte > 0x7f) {
        byte = bytes[at++]!;
        amount |= (byte & 0x7f) << 14;
        if (byte > 0x7f) {
          scale = 2_097_152;
          do {
            byte = bytes[at++]!;
            amount += (byte & 0x7f) * scale;
            scale *= 128;
          } while (byte > 0x7f);
        }
      }
    }
    lots[level++] = amount;
  }
  side.length = length;
  return at;
}
