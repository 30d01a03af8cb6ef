import { type Book, type BookSide, showLevels } from '../model/book.ts';
import { amountOf, priceOf } from '../model/grid.ts';
import type { BookDecoded, BookRefused, DecodeOutcome } from './decodeOutcome.ts';

const PLAIN: BookDecoded = { ok: true, dropped: 0, reordered: false };

/**
 * The rules for levels, however they were read: prices above zero, each once per side, best first. The specification does not
 * promise an order, so levels in another order are sorted. Levels with amount zero are dropped.
 */
export function settleBook(book: Book): DecodeOutcome {
  const bids = isSettled(book.bids, -1) ? PLAIN : settleSide(book, book.bids, -1, 'bids');
  if (!bids.ok) return bids;
  const asks = isSettled(book.asks, 1) ? PLAIN : settleSide(book, book.asks, 1, 'asks');
  if (!asks.ok || (bids === PLAIN && asks === PLAIN)) return asks;
  return { ok: true, dropped: bids.dropped + asks.dropped, reordered: bids.reordered || asks.reordered };
}

/** The usual case, in one pass. `step` is the direction in which prices move away from the touch. */
function isSettled(side: BookSide, step: 1 | -1): boolean {
  const { ticks, lots, length } = side;
  if (length === 0) return true;
  // Prices are strictly ordered, so the lowest is at one of the two ends.
  if (!(lots[0]! > 0 && ticks[0]! > 0 && ticks[length - 1]! > 0)) return false;
  for (let i = 1; i < length; i++) {
    if (!((ticks[i]! - ticks[i - 1]!) * step > 0 && lots[i]! > 0)) return false;
  }
  return true;
}

function settleSide(book: Book, side: BookSide, step: 1 | -1, name: string): DecodeOutcome {
  const levels: { ticks: number; lots: number }[] = [];
  for (let i = 0; i < side.length; i++) {
    const level = { ticks: side.ticks[i]!, lots: side.lots[i]! };
    if (level.ticks <= 0) return refusePrice(book, level.ticks, `${name}[${i}] price`);
    if (level.lots < 0) return refuseAmount(book, level.lots, `${name}[${i}] amount`);
    if (level.lots > 0) levels.push(level);
  }
  const dropped = side.length - levels.length;
  const reordered = levels.some((level, i) => i > 0 && (level.ticks - levels[i - 1]!.ticks) * step < 0);
  if (reordered) levels.sort((a, b) => (a.ticks - b.ticks) * step);
  for (const [i, level] of levels.entries()) {
    if (i > 0 && level.ticks === levels[i - 1]!.ticks) return refuseDuplicate(book, level.ticks, name);
    side.ticks[i] = level.ticks;
    side.lots[i] = level.lots;
  }
  showLevels(side, 0, levels.length);
  return { ok: true, dropped, reordered };
}

function refusePrice(book: Book, ticks: number, field: string): BookRefused {
  return { ok: false, reason: 'not-positive', detail: `${field} ${priceOf(book.grid, ticks)} is not above 0` };
}

function refuseAmount(book: Book, lots: number, field: string): BookRefused {
  return { ok: false, reason: 'not-positive', detail: `${field} ${amountOf(book.grid, lots)} is below 0` };
}

function refuseDuplicate(book: Book, ticks: number, name: string): BookRefused {
  return { ok: false, reason: 'duplicate-level', detail: `${name} has two levels at ${priceOf(book.grid, ticks)}` };
}
