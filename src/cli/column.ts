import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';

export type Cell = string | number | boolean | Decimal | undefined | null;

/** A colour or weight of `util.styleText`. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** One column of a list. All output formats use the same columns. */
export interface Column<Row> {
  /** The member in JSON and the heading in CSV. A table shows it in capitals unless `title` is given. */
  readonly key: string;
  readonly title?: string;
  /** `number`: aligned at the decimal point and never cut. `time`: an instant, shown in UTC, never cut. Default `text`. */
  readonly kind?: 'text' | 'number' | 'time';
  /** A text that is never cut, since people copy it. An id is one by its key: see `isWhole`. */
  readonly isWhole?: boolean;
  /** The order in which a table leaves columns out where the terminal is too narrow: the highest first. Others always stay. */
  readonly dropped?: number;
  value(row: Row): Cell | Instant;
  /** What a table shows instead, since people need fewer digits than programs. */
  short?(row: Row): string | undefined;
  style?(row: Row): Style | undefined;
}
