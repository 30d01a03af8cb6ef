import type { Instant } from '../../base/instant.ts';
import type { TableColumn } from '../../recording/export/parquetTable.ts';

/** A table whose rows lie in a folder for each day, and below it, where they have a symbol, in one for each symbol. */
export interface PartedTable<T> {
  readonly name: string;
  /** Without day and symbol, which are in the names of the folders. */
  readonly columns: readonly TableColumn<T>[];
  /** A time of the day that a row belongs to. */
  readonly dayAt: (row: T) => Instant;
  readonly symbol?: (row: T) => string;
}
