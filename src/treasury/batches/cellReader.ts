import { plainLine } from '../../base/plainText.ts';
import type { BatchProblem } from './batchProblem.ts';
import type { BatchColumn, ColumnPlaces } from './batchColumns.ts';
import type { CsvRecord } from './csvRecords.ts';

/** The longest cell that is read: the note of a payment on Algorand is the longest tag (000 Network). */
export const MOST_CELL_CHARACTERS = 1024;

/** Reads the cells of one line by their columns, and collects what is wrong with them. */
export class CellReader {
  readonly line: number;
  readonly #cells: readonly string[];
  readonly #places: ColumnPlaces;
  readonly #problems: BatchProblem[];
  readonly #before: number;

  constructor({ line, cells }: CsvRecord, places: ColumnPlaces, problems: BatchProblem[]) {
    this.line = line;
    this.#cells = cells;
    this.#places = places;
    this.#problems = problems;
    this.#before = problems.length;
    for (const column of places.keys()) this.#check(column);
  }

  /** Whether nothing was wrong with the line so far. */
  get isGood(): boolean {
    return this.#problems.length === this.#before;
  }

  /** The cell without blanks around it. Undefined where it is empty, or there is no such column. */
  text(column: BatchColumn): string | undefined {
    const place = this.#places.get(column);
    return (place && this.#cells[place.index]?.trim()) || undefined;
  }

  /** Says what is wrong with the cell of a column, or that it is missing. */
  refuse(column: BatchColumn, message: string): void {
    const heading = this.#places.get(column)?.heading ?? column;
    this.#problems.push({ line: this.line, column: heading, value: this.text(column), message });
  }

  #check(column: BatchColumn): void {
    const text = this.text(column) ?? '';
    if (text.length > MOST_CELL_CHARACTERS) this.refuse(column, `has ${text.length} characters, at most ${MOST_CELL_CHARACTERS} are read`);
    const characters = Array.from(text);
    const at = characters.findIndex((char) => plainLine(char) !== char);
    if (at < 0) return;
    this.refuse(column, `has a character that is not seen or breaks the line (${nameOf(characters[at]!)}) as its number ${at + 1}`);
  }
}

function nameOf(char: string): string {
  return `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}
