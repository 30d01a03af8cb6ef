import type { Seat } from './market.ts';

/** The most orders that one call of `quote` may want. */
export const MOST_WANTED = 200;

/** Makes room for rows of wanted orders. Most strategies never need them. */
export function makeRows(seat: Seat): void {
  if (seat.rowSide.length > 0) return;
  seat.rowSide = new Int8Array(MOST_WANTED);
  seat.rowTicks = new Float64Array(MOST_WANTED);
  seat.rowLots = new Float64Array(MOST_WANTED);
}

export function setRow(seat: Seat, row: number, side: number, ticks: number, lots: number, tag: string | undefined): void {
  seat.rowSide[row] = side;
  seat.rowTicks[row] = ticks;
  seat.rowLots[row] = lots;
  seat.rowTag[row] = tag;
}

/** Whether a row says just that already. */
export function isRow(seat: Seat, row: number, side: number, ticks: number, lots: number, tag: string | undefined): boolean {
  return seat.rowTicks[row] === ticks && seat.rowLots[row] === lots && seat.rowSide[row] === side && seat.rowTag[row] === tag;
}

/** From now on, the strategy wants what its fields say: rows, or at most one order per side. While its position is being closed, the desk does not mind. */
export function wishes(seat: Seat, isLadder: boolean): void {
  seat.isLadder = isLadder;
  seat.isWanted = !seat.isClosing;
  seat.isQuiet = false;
}

/** From now on, the strategy wants nothing to rest. */
export function wishesNothing(seat: Seat): void {
  seat.rows = 0;
  seat.bidLots = 0;
  seat.askLots = 0;
  wishes(seat, false);
}
