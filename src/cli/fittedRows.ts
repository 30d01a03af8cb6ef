/** A column of the live view. */
export interface LiveColumn<Row> {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Which columns are left out where there is no room: the highest first, and those without it never. */
  readonly dropped?: number;
  text(row: Row): string;
}

const GAP = '  ';
/** So much of the first column is worth more than another column; when all others are gone, it may have less. */
const ENOUGH_OF_FIRST = 16;
const LEAST_OF_FIRST = 8;

/** A heading and a line for each row, no wider than `width`: columns that matter less are left out, then the first is cut. */
export function fittedRows<Row>(columns: readonly LiveColumn<Row>[], rows: readonly Row[], width: number): string[] {
  let kept = columns.map((column) => ({ column, cells: [column.title, ...rows.map((row) => column.text(row))] }));
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
