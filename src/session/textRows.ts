import { Fault } from '../base/fault.ts';

/** Encodes a list that is repeated often with few changes. A row that stays the same, in the same place, is left out. */
export class TextRows {
  #rows: readonly string[] = [];

  /** The list as JSON, with 0 for each unchanged row. Each of `rows` is a JSON text that is not a number. */
  edits(rows: readonly string[]): string {
    const before = this.#rows;
    this.#rows = rows;
    return `[${rows.map((row, i) => (row === before[i] ? '0' : row)).join(',')}]`;
  }

  /** Reads the rows back from `edits`, each as its JSON text. */
  apply(edits: string): readonly string[] {
    const told = JSON.parse(edits) as readonly unknown[];
    this.#rows = told.map((row, i) => {
      if (row !== 0) return JSON.stringify(row);
      const before = this.#rows[i];
      if (before === undefined) throw new Fault('store', 'a row that stands as before has none before it');
      return before;
    });
    return this.#rows;
  }
}
