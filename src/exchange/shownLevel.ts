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

/** Where an order stands on its own side of a look, or would. Fields instead of answers: one walk finds all three. */
export class Standing {
  /** Counted from the best level; the length of the side when all of it is better. */
  place = 0;
  /** Of others at its price. */
  lots = 0;
  /** Lots of others at better prices. */
  depth = 0;

  find({ ticks: levels, lots, start, length, bestTicks, bestLots }: BookSide, isSell: boolean, limit: number): void {
    if (length === 0 || (isSell ? limit <= bestTicks : limit >= bestTicks)) {
      this.place = 0;
      this.lots = length > 0 && limit === bestTicks ? bestLots : 0;
      this.depth = 0;
      return;
    }
    // The best level is better, and its lots are a float: a sum that begins with an integer makes such a loop several times slower in Node 26.
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
