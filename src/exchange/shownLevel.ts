import type { BookSide } from '../model/book.ts';

/**
 * Where a price stands on a side, counted from the best level, or where it would. The search begins at `hint`: orders and
 * levels move little between two looks.
 */
export function levelOf({ ticks: levels, start, length, bestTicks }: BookSide, isSell: boolean, ticks: number, hint: number): number {
  if (length === 0 || (isSell ? ticks <= bestTicks : ticks >= bestTicks)) return 0;
  let i = start + (hint < length ? hint : length);
  const end = start + length;
  if (isSell) {
    while (i < end && levels[i]! < ticks) i++;
    while (i > start && levels[i - 1]! >= ticks) i--;
  } else {
    while (i < end && levels[i]! > ticks) i++;
    while (i > start && levels[i - 1]! <= ticks) i--;
  }
  return i - start;
}

/** The lots shown at a price which stands, or would stand, at a place; 0 when nobody else is there. */
export function lotsAt({ ticks: levels, lots, start, length, bestTicks, bestLots }: BookSide, place: number, ticks: number): number {
  if (place === 0) return length > 0 && bestTicks === ticks ? bestLots : 0;
  return place < length && levels[start + place] === ticks ? lots[start + place]! : 0;
}

/** The lots of the `count` best levels. */
export function lotsOfBest({ lots, start }: BookSide, count: number): number {
  if (count === 0) return 0;
  let sum = NONE[0]!;
  for (let i = start; i < start + count; i++) sum += lots[i]!;
  return sum;
}

/** Sums begin from a float: an integer literal makes such a loop several times slower in Node 26. */
const NONE = new Float64Array(1);
