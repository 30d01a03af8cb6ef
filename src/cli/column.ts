import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';

export type Cell = string | number | boolean | Decimal | undefined | null;

/** A colour or weight of `util.styleText`. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** One column of a list; all output formats come from the same columns. */
export interface Column<Row> {
  /** Member in JSON, heading in CSV; a table shows it in capitals unless `title` is given. */
  readonly key: string;
  readonly title?: string;
  /** `number`: aligned at the decimal point, never cut. `time`: an instant, shown in UTC. Default `text`. */
  readonly kind?: 'text' | 'number' | 'time';
  value(row: Row): Cell | Instant;
  /** What a table shows in its place: a person needs fewer digits than a program. */
  short?(row: Row): string | undefined;
  style?(row: Row): Style | undefined;
}
