import { type Instant, isoOf } from '../../base/instant.ts';

/** The word by which readers of such folders know that there is no value. */
const NONE = '__HIVE_DEFAULT_PARTITION__';

/** Where the rows of a UTC day, and of a symbol, lie below the folder of their table. Readers make columns of `name=value`. */
export function partPath(at: Instant, symbol: string | undefined): string {
  return `day=${isoOf(at).slice(0, 10)}/${symbol === undefined ? '' : `symbol=${encodeURIComponent(symbol)}/`}part.parquet`;
}

/**
 * Where a table without rows has its one part, so that a query over all of its parts has a file to read. Its day is one, so that
 * readers see a date in it.
 */
export function emptyPartPath(hasSymbol: boolean): string {
  return partPath(0, hasSymbol ? NONE : undefined);
}

/** Whether a path below the folder of a table is one that the functions above make. */
export function isPartPath(path: string): boolean {
  return /^day=[^/]+\/(?:symbol=[^/]+\/)?part\.parquet$/.test(path);
}
