import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { isWhole, shortCellText, titleOf } from './cellText.ts';
import { plainLine } from '../base/plainText.ts';
import type { Column, Style } from './column.ts';

const GAP = '  ';
const LEAST_WIDTH = 8;

/** A column with the texts of its rows, and the width that it has. */
interface Shown<Row> {
  readonly column: Column<Row>;
  readonly body: readonly string[];
  readonly width: number;
}

type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * A table for people: numbers are aligned at the decimal point, and colour is used on a terminal only. Where the terminal is too narrow,
 * columns without a value go first, then the less important ones, then texts are cut.
 */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], stream: Stream): string {
  const all = columns.map((column) => {
    const body = bodyOf(column, rows);
    return { column, body, width: Math.max(width(titleOf(column)), ...body.map(width)) };
  });
  const kept = stream.isTTY === true ? fitted(all, stream.columns ?? 80) : all;
  const heading = kept.map((one) => painted(placed(titleOf(one.column), one), 'bold', stream));
  const lines = rows.map((row, at) => kept.map((one) => painted(placed(one.body[at]!, one), one.column.style?.(row), stream)));
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

/** Leaves columns out while there are too many, then narrows the widest texts, one character at a time. */
function fitted<Row>(all: readonly Shown<Row>[], total: number): Shown<Row>[] {
  let kept = [...all];
  const excess = (): number => kept.reduce((sum, one) => sum + one.width + GAP.length, -GAP.length) - total;
  const isEmpty = ({ body }: Shown<Row>): boolean => body.length > 0 && body.every((text) => text.trim() === '');
  if (excess() > 0) kept = kept.filter((one) => !isEmpty(one));
  const ranks = [...new Set(kept.flatMap(({ column }) => column.dropped ?? []))].sort((a, b) => b - a);
  for (const rank of ranks) if (excess() > 0) kept = kept.filter(({ column }) => column.dropped !== rank);
  for (let left = excess(); left > 0; left--) {
    const cuttable = kept.filter((one) => !isWhole(one.column) && one.width > LEAST_WIDTH);
    if (cuttable.length === 0) break;
    const widest = cuttable.reduce((most, one) => (one.width > most.width ? one : most));
    kept = kept.map((one) => (one === widest ? { ...one, width: one.width - 1 } : one));
  }
  return kept;
}

function placed<Row>(text: string, { column, width: to }: Shown<Row>): string {
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
