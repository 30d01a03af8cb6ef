/** What a list has more than at the look before. Its rows are known by their position: throws where its front was taken off. */
export class UnseenRows<Row> {
  #seen = 0;
  #last: Row | undefined;

  of(rows: readonly Row[]): readonly Row[] {
    if (this.#seen > 0 && rows[this.#seen - 1] !== this.#last) throw new Error(`the list has lost its oldest of ${this.#seen} rows`);
    const unseen = rows.slice(this.#seen);
    this.#seen = rows.length;
    this.#last = rows.at(-1);
    return unseen;
  }
}
