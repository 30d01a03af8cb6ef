import { Fault } from '../base/fault.ts';

/** A list that is told again and again, of which little changes: a row that stands as it did, in its place, is left out. */
export class TextRows {
  #rows: readonly string[] = [];

  /** The list as JSON, with 0 where the row is as it was. `rows`: each a JSON text that is no number. */
  edits(rows: readonly string[]): string {
    const before = this.#rows;
    this.#rows = rows;
    return `[${rows.map((row, i) => (row === before[i] ? '0' : row)).join(',')}]`;
  }

  /** The rows behind `edits`, each as its JSON text. */
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
