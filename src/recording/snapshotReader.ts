import { shownValue } from '../base/shownValue.ts';
import { type Book, type BookSide, MAX_DEPTH, showLevels } from '../model/book.ts';
import { lotsOfText, type NotOnGrid, ticksOfText } from './gridText.ts';

/** Reads lines into a book. A line is read as a whole or not at all. */
export interface SnapshotReader {
  /** Whether the first line names the columns. */
  readonly hasHeader: boolean;
  /** Reads the line with the column names. Returns what is wrong with it: field, value and what was expected. */
  header(line: string): string | undefined;
  /** Reads a line into the book. Returns what is wrong with the line, or undefined. */
  read(line: string, into: Book): string | undefined;
}

/** The last day whose name has ten characters: 9999-12-31. */
const LAST_TIME = 253_402_300_799_999;

/** What is wrong with a time in milliseconds. Undefined when nothing is. */
export function timeProblem(field: string, value: unknown): string | undefined {
  const isTime = Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LAST_TIME;
  return isTime ? undefined : `${field} is ${shownValue(value)}: expected whole milliseconds since 1970`;
}

/** Adds the next level of a side, best levels first. Returns what is wrong with it, or undefined. */
export function addLevel(book: Book, name: 'bids' | 'asks', price: string, amount: string): string | undefined {
  const side: BookSide = book[name];
  const i = side.length;
  if (i >= MAX_DEPTH) return `${name} has more than ${MAX_DEPTH} levels`;
  const ticks = ticksOfText(book.grid, price);
  if (typeof ticks !== 'number') return valueProblem(`${name}[${i}] price`, price, ticks);
  const lots = lotsOfText(book.grid, amount);
  if (typeof lots !== 'number') return valueProblem(`${name}[${i}] amount`, amount, lots);
  if (i > 0 && (name === 'bids' ? ticks >= side.ticks[i - 1]! : ticks <= side.ticks[i - 1]!)) {
    const wanted = name === 'bids' ? 'below' : 'above';
    return `${name}[${i}] price ${shownValue(price)} is not ${wanted} that of the level before: expected levels best first, each price once`;
  }
  side.ticks[i] = ticks;
  side.lots[i] = lots;
  showLevels(side, 0, i + 1);
  return undefined;
}

function valueProblem(field: string, value: string, { problem }: NotOnGrid): string {
  return `${field} ${shownValue(value)} ${problem}`;
}
