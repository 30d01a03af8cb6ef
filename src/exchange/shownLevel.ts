import type { BookSide } from '../model/book.ts';

/**
 * The place where a price is, or would be, on a side, counted from the best level. The search begins at `hint`, since orders and
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

/** The lots that others have at a price whose place is known. 0 when there are none. */
export function lotsAt({ ticks: levels, lots, start, length, bestTicks, bestLots }: BookSide, place: number, ticks: number): number {
  if (place === 0) return length > 0 && bestTicks === ticks ? bestLots : 0;
  return place < length && levels[start + place] === ticks ? lots[start + place]! : 0;
}

/** Where an order is, or would be, on its own side of a look. The results are fields, since one walk finds all three. */
export class Standing {
  /** Counted from the best level. The length of the side when all levels are better. */
  place = 0;
  /** The lots of others at its price. */
  lots = 0;
  /** The lots of others at better prices. */
  depth = 0;

  find({ ticks: levels, lots, start, length, bestTicks, bestLots }: BookSide, isSell: boolean, limit: number): void {
    if (length === 0 || (isSell ? limit <= bestTicks : limit >= bestTicks)) {
      this.place = 0;
      this.lots = length > 0 && limit === bestTicks ? bestLots : 0;
      this.depth = 0;
      return;
    }
    // The best level is better here, and its lots are a float: a sum that starts with an integer makes such a loop several times
    // slower in Node 26.
    let sum = lots[start]!;
    let i = start + 1;
    const end = start + length;
    if (isSell) while (i < end && levels[i]! < limit) sum += lots[i++]!;
    else while (i < end && levels[i]! > limit) sum += lots[i++]!;
    this.place = i - start;
    this.lots = i < end && levels[i] === limit ? lots[i]! : 0;
    this.depth = sum;
  }
}
