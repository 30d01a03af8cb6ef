import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { shortCellText, titleOf } from './cellText.ts';
import { plainLine } from '../base/plainText.ts';
import type { Column, Style } from './column.ts';

const GAP = '  ';
const LEAST_WIDTH = 8;

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * A table for people: numbers are aligned at the decimal point, texts are cut to the terminal's width, and colour is used on a
 * terminal only.
 */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], stream: Stream): string {
  const bodies = columns.map((column) => bodyOf(column, rows));
  const natural = columns.map((column, i) => Math.max(width(titleOf(column)), ...bodies[i]!.map(width)));
  const widths = stream.isTTY === true ? fitted(columns, natural, stream.columns ?? 80) : natural;
  const heading = columns.map((column, i) => painted(placed(titleOf(column), widths[i]!, column), 'bold', stream));
  const lines = rows.map((row, at) =>
    columns.map((column, i) => painted(placed(bodies[i]![at]!, widths[i]!, column), column.style?.(row), stream)),
  );
  return [heading, ...lines].map((cells) => `${cells.join(GAP).trimEnd()}\n`).join('');
}

/** One thing, with a line for each member. */
export function recordTable<Row>(columns: readonly Column<Row>[], row: Row, stream: Stream): string {
  const widest = Math.max(...columns.map((column) => width(titleOf(column))));
  const line = (column: Column<Row>): string => {
    const title = painted(titleOf(column).padEnd(widest), 'bold', stream);
    return `${title}${GAP}${painted(plainLine(shortCellText(column, row)), column.style?.(row), stream)}`;
  };
  return columns.map((column) => `${line(column).trimEnd()}\n`).join('');
}

/** The cells of a column. Numbers are padded so that their points are aligned. */
function bodyOf<Row>(column: Column<Row>, rows: readonly Row[]): string[] {
  const texts = rows.map((row) => plainLine(shortCellText(column, row)));
  if (column.kind !== 'number') return texts;
  const tails = texts.map((text) => (text.includes('.') ? text.length - text.indexOf('.') : 0));
  const longest = Math.max(0, ...tails);
  return texts.map((text, i) => text + ' '.repeat(longest - tails[i]!));
}

/** Narrows the widest text columns, one character at a time. Numbers and times are never cut. */
function fitted<Row>(columns: readonly Column<Row>[], natural: readonly number[], total: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1) - total;
  while (excess-- > 0) {
    let widest = -1;
    for (const [i, column] of columns.entries()) {
      const cuttable = (column.kind ?? 'text') === 'text' && widths[i]! > LEAST_WIDTH;
      if (cuttable && (widest < 0 || widths[i]! > widths[widest]!)) widest = i;
    }
    if (widest < 0) break;
    widths[widest]!--;
  }
  return widths;
}

function placed<Row>(text: string, to: number, column: Column<Row>): string {
  const cut =
    width(text) > to
      ? `${Array.from(text)
          .slice(0, to - 1)
          .join('')}…`
      : text;
  const padding = ' '.repeat(to - width(cut));
  return column.kind === 'number' ? padding + cut : cut + padding;
}

function width(text: string): number {
  return Array.from(text).length;
}

function painted(text: string, style: Style | undefined, stream: Stream): string {
  return style === undefined || stream.isTTY !== true ? text : styleText(style, text, { stream });
}
