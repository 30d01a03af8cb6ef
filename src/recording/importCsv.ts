import { type Book, MAX_DEPTH, showLevels } from '../model/book.ts';
import { shownValue } from '../base/shownValue.ts';
import { addLevel, type SnapshotReader, timeProblem } from './snapshotReader.ts';

/** The columns of one side, best level first. */
type SideColumns = readonly { readonly price: number; readonly amount: number }[];

interface Columns {
  readonly count: number;
  readonly symbol: number;
  readonly timestamp: number;
  readonly localTimestamp: number;
  readonly bids: SideColumns;
  readonly asks: SideColumns;
}

const NEEDED = ['symbol', 'timestamp', 'local_timestamp'] as const;

/**
 * Reads CSV in the form of tardis.dev's `book_snapshot_N`. Columns may stand in any order. Times in microseconds are cut to
 * milliseconds.
 */
export function csvReader(): SnapshotReader {
  let columns: Columns | undefined;
  let symbol: string | undefined;
  return {
    hasHeader: true,
    header(line) {
      const found = columnsOf(line.split(','));
      if (typeof found === 'string') return found;
      columns = found;
      return undefined;
    },
    read(line, into) {
      const cells = line.split(',');
      const { count, bids, asks, ...at } = columns!;
      if (cells.length !== count) return `the row has ${cells.length} cells, and the header ${count}`;
      symbol ??= cells[at.symbol]!;
      if (cells[at.symbol] !== symbol) return `symbol is ${shownValue(cells[at.symbol])}, and ${shownValue(symbol)} above: expected one`;
      const receivedAt = millisOf(cells[at.localTimestamp]!);
      const exchangeAt = millisOf(cells[at.timestamp]!);
      if (receivedAt === undefined) return microProblem('local_timestamp', cells[at.localTimestamp]!);
      if (exchangeAt === undefined) return microProblem('timestamp', cells[at.timestamp]!);
      const problem = timeProblem('local_timestamp', receivedAt) ?? timeProblem('timestamp', exchangeAt);
      if (problem !== undefined) return problem;
      into.receivedAt = receivedAt;
      into.exchangeAt = exchangeAt;
      // Some files have columns for a thousand levels; a side that needs more than a book may have is refused below.
      into.depth = Math.min(MAX_DEPTH, Math.max(bids.length, asks.length));
      return readSide(cells, bids, into, 'bids') ?? readSide(cells, asks, into, 'asks');
    },
  };
}

function readSide(cells: readonly string[], columns: SideColumns, into: Book, name: 'bids' | 'asks'): string | undefined {
  showLevels(into[name], 0, 0);
  let isOver = false;
  for (const [i, column] of columns.entries()) {
    const price = cells[column.price]!;
    const amount = cells[column.amount]!;
    if (price === '' && amount === '') {
      isOver = true;
      continue;
    }
    if (isOver) return `${name}[${i}] has a value, and a level above it is empty: expected empty cells at the end only`;
    const problem = addLevel(into, name, price, amount);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function columnsOf(names: readonly string[]): Columns | string {
  const missing = NEEDED.find((name) => !names.includes(name));
  if (missing !== undefined) return `the column ${missing} is missing: expected a file like book_snapshot_25 of tardis.dev`;
  const side = (name: 'bids' | 'asks'): SideColumns => {
    const levels: { price: number; amount: number }[] = [];
    for (let i = 0; names.includes(`${name}[${i}].price`); i++) {
      levels.push({ price: names.indexOf(`${name}[${i}].price`), amount: names.indexOf(`${name}[${i}].amount`) });
    }
    return levels;
  };
  const bids = side('bids');
  const asks = side('asks');
  if (bids.length === 0 || asks.length === 0) return 'the columns bids[0].price and asks[0].price are missing';
  if ([...bids, ...asks].some(({ amount }) => amount < 0)) return 'a level has a price column and no amount column';
  const [symbol, timestamp, localTimestamp] = NEEDED.map((name) => names.indexOf(name)) as [number, number, number];
  return { count: names.length, symbol, timestamp, localTimestamp, bids, asks };
}

function millisOf(micros: string): number | undefined {
  return /^\d{1,18}$/.test(micros) ? Number(BigInt(micros) / 1000n) : undefined;
}

function microProblem(field: string, value: string): string {
  return `${field} is ${shownValue(value)}: expected whole microseconds since 1970`;
}
