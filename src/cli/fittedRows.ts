import { plainLine } from '../base/plainText.ts';

/** A column of the live view. */
export interface LiveColumn<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  /** The order in which columns are left out when there is no room: the highest first. Columns without it always stay. */
  readonly dropped?: number;
  text(row: Row): string;
}

const GAP = '  ';
/** The first column keeps this width at the cost of other columns. When those are gone, it may get narrower. */
const ENOUGH_OF_FIRST = 16;
const LEAST_OF_FIRST = 8;

/** A heading and a line for each row, no wider than `width`. Less important columns are left out, then the first one is cut. */
export function fittedRows<Row>(columns: readonly LiveColumn<Row>[], rows: readonly Row[], width: number): string[] {
  let kept = columns.map((column) => ({ column, cells: [column.title, ...rows.map((row) => plainLine(column.text(row)))] }));
  for (;;) {
    const widths = kept.map(({ cells }) => Math.max(...cells.map((cell) => cell.length)));
    const excess = widths.reduce((sum, each) => sum + each + GAP.length, -GAP.length) - width;
    const least = Math.max(0, ...kept.map(({ column }) => column.dropped ?? 0));
    if (excess > Math.max(0, widths[0]! - ENOUGH_OF_FIRST) && least > 0) {
      kept = kept.filter(({ column }) => column.dropped !== least);
      continue;
    }
    if (excess > 0) widths[0] = Math.max(LEAST_OF_FIRST, widths[0]! - excess);
    return [...rows.keys(), rows.length].map((line) =>
      kept.map(({ column, cells }, i) => placed(cells[line]!, widths[i]!, column.isNumber === true)).join(GAP),
    );
  }
}

function placed(text: string, width: number, isNumber: boolean): string {
  if (text.length > width) return `${text.slice(0, width - 1)}…`;
  return isNumber ? text.padStart(width) : text.padEnd(width);
}
