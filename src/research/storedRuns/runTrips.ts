import { join } from 'node:path';
import type { Band } from '../runRecord.ts';
import { linesOf } from './linesOf.ts';

/** A round trip as the run's `round-trips.csv` has it. Money is exact, as text; empty is undefined. */
export interface RunTrip {
  /** Its number in the run, from 0. */
  readonly number: number;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: string;
  readonly openedAt: string;
  /** Undefined for one that was open at the end. */
  readonly closedAt: string | undefined;
  readonly heldMs: number | undefined;
  readonly amount: string;
  readonly entry: string;
  readonly exit: string;
  readonly fees: string;
  readonly net: string;
  readonly quote: string;
  readonly entryTag: string | undefined;
  readonly exitTag: string | undefined;
}

export interface TripPage {
  readonly trips: readonly RunTrip[];
  /** Whether there are more behind them. */
  readonly isMore: boolean;
}

/** The round trips of a band from a number on. */
export async function runTrips(
  folder: string,
  { band, from, limit }: { readonly band: Band; readonly from: number; readonly limit: number },
  signal?: AbortSignal,
): Promise<TripPage> {
  const trips: RunTrip[] = [];
  let columns: readonly string[] | undefined;
  let number = 0;
  for await (const line of linesOf(join(folder, band, 'round-trips.csv'), 0, signal)) {
    if (columns === undefined) {
      columns = line.split(',');
      continue;
    }
    if (number >= from + limit) return { trips, isMore: true };
    if (number >= from) trips.push(tripOf(number, columns, cellsOf(line)));
    number++;
  }
  return { trips, isMore: false };
}

function tripOf(number: number, columns: readonly string[], cells: readonly string[]): RunTrip {
  const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
  const known = (name: string): string | undefined => cell(name) || undefined;
  const held = known('heldMs');
  return {
    number,
    strategy: cell('strategy'),
    symbol: cell('symbol'),
    side: cell('side'),
    openedAt: cell('openedAt'),
    closedAt: known('closedAt'),
    heldMs: held === undefined ? undefined : Number(held),
    amount: cell('amount'),
    entry: cell('entry'),
    exit: cell('exit'),
    fees: cell('fees'),
    net: cell('net'),
    quote: cell('quote'),
    entryTag: known('entryTag'),
    exitTag: known('exitTag'),
  };
}

/** A cell with a comma or a quote in it stands in quotes. */
function cellsOf(line: string): readonly string[] {
  const cells = line.match(/(?:"(?:[^"]|"")*"|[^,"]*)(?:,|$)/g) ?? [];
  return cells.map((cell) => {
    const text = cell.replace(/,$/, '');
    return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  });
}
