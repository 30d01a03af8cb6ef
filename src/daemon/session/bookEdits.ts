import { Fault } from '../../base/fault.ts';
import type { BookSide } from '../../model/book.ts';
import type { ByteReader } from './byteReader.ts';
import type { ByteWriter } from './byteWriter.ts';

/** What a run of levels is to the side before: `count * 4 + kind` leads it. */
const KEEP = 0;
const RESIZE = 1;
const INSERT = 2;
const DROP = 3;

/** Writes a side as edits of the side before: runs of levels kept, resized, inserted and dropped. */
export function writeSideEdits(writer: ByteWriter, before: BookSide, after: BookSide, direction: 1 | -1): void {
  writer.whole(after.length);
  const beforeEnd = before.start + before.length;
  const afterEnd = after.start + after.length;
  let i = before.start;
  let j = after.start;
  while (j < afterEnd) {
    const from = j;
    const kind = kindAt(before, i, beforeEnd, after, j, direction);
    let run = 0;
    do {
      run++;
      if (kind !== INSERT) i++;
      if (kind !== DROP) j++;
    } while (j < afterEnd && kindAt(before, i, beforeEnd, after, j, direction) === kind);
    writer.whole(run * 4 + kind);
    if (kind === KEEP || kind === DROP) continue;
    for (let at = from; at < j; at++) {
      if (kind === INSERT) writer.whole(after.ticks[at]!);
      writer.whole(after.lots[at]!);
    }
  }
}

/** Reads what `writeSideEdits` wrote. `into` has room for it, and is not `before`. */
export function readSideEdits(reader: ByteReader, before: BookSide, into: BookSide): void {
  const length = reader.whole();
  if (length > into.ticks.length) throw new Fault('store', `a side of ${length} levels, room for ${into.ticks.length}`);
  let i = before.start;
  let j = 0;
  while (j < length) {
    const head = reader.whole();
    const kind = head % 4;
    const run = Math.floor(head / 4);
    if (kind === DROP) i += run;
    else {
      if (run === 0 || j + run > length) throw new Fault('store', 'the edits of a book do not fit it');
      for (const end = j + run; j < end; j++) {
        into.ticks[j] = kind === INSERT ? reader.whole() : before.ticks[i]!;
        into.lots[j] = kind === KEEP ? before.lots[i]! : reader.whole();
        if (kind !== INSERT) i++;
      }
    }
  }
  into.start = 0;
  into.length = length;
}

/** `direction`: 1 where prices rise from level to level, as asks do. Whatever the order, what is read is what was written. */
function kindAt(before: BookSide, i: number, beforeEnd: number, after: BookSide, j: number, direction: 1 | -1): number {
  if (i >= beforeEnd) return INSERT;
  const old = before.ticks[i]!;
  const now = after.ticks[j]!;
  if (old === now) return before.lots[i] === after.lots[j] ? KEEP : RESIZE;
  return (old - now) * direction < 0 ? DROP : INSERT;
}
