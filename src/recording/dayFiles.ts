import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { currenciesOf } from '../model/pair.ts';

/** The file endings of the two kinds. */
export const MARKET_FILE = 'slm';
export const QUOTES_FILE = 'slq';
export type DayFileKind = typeof MARKET_FILE | typeof QUOTES_FILE;

/** The folder of the quote tape. No symbol's folder has this name. */
export const QUOTES_FOLDER = 'quotes';

/** One file of a UTC day. A day has several when the pair or the settings of the recording changed during it. */
export interface DayFile {
  readonly path: string;
  /** The beginning of the day. */
  readonly day: Instant;
  /** Counted from 0. */
  readonly part: number;
  /** Whether it is compressed, and so complete. */
  readonly closed: boolean;
}

/** The folder of a symbol below the recordings, such as `BTC-EUR`. */
export function symbolFolder(dir: string, symbol: string): string {
  const currencies = currenciesOf(symbol);
  if (currencies === undefined) throw new Fault('usage', `${JSON.stringify(symbol)} is not a symbol, like BTC/EUR`);
  return join(dir, `${currencies.base}-${currencies.quote}`);
}

/** The symbol whose folder has this name. Undefined for any other folder. */
export function symbolOfFolder(name: string): string | undefined {
  const symbol = name.replace('-', '/');
  return currenciesOf(symbol) === undefined ? undefined : symbol;
}

export function dayFilePath(folder: string, kind: DayFileKind, day: Instant, part: number): string {
  const name = new Date(day).toISOString().slice(0, 10);
  return join(folder, `${name}${part === 0 ? '' : `.${part}`}.${kind}`);
}

const NAME = /^(\d{4}-\d{2}-\d{2})(?:\.(\d{1,6}))?\.(slm|slq)(\.zst)?$/;

/** The files of a folder in order of time. Empty when there is no such folder. */
export function listDayFiles(folder: string, kind: DayFileKind): readonly DayFile[] {
  const files = new Map<string, DayFile>();
  for (const name of namesIn(folder)) {
    const match = NAME.exec(name);
    if (match === null || match[3] !== kind) continue;
    const day = Date.parse(`${match[1]}T00:00:00Z`);
    if (Number.isNaN(day)) continue;
    const file = { path: join(folder, name), day, part: Number(match[2] ?? 0), closed: match[4] !== undefined };
    // While a day is being closed, both files exist. The closed one appears when it is complete.
    const key = `${day}.${file.part}`;
    if (file.closed || !files.has(key)) files.set(key, file);
  }
  return [...files.values()].toSorted((a, b) => a.day - b.day || a.part - b.part);
}

function namesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Fault('store', `the folder ${folder} can't be read`, { cause: error });
  }
}
