/** What the search knows of one transfer. */
export interface LookNote {
  /** By the monotonic clock, when it was last looked for. */
  lookedMs?: number;
  waitsFor?: string;
  /** Complete readings since the end of its quote that did not show it. */
  looksAfterEnd?: number;
  /** It was found to be there once only. */
  isSingle?: true;
}

/** Notes on the transfers that are still looked for. A process that runs for months must not keep those of all. */
export class LookNotes {
  readonly #notes = new Map<string, LookNote>();

  /** How many there are. */
  get size(): number {
    return this.#notes.size;
  }

  of(id: string): LookNote {
    const known = this.#notes.get(id);
    if (known !== undefined) return known;
    const note: LookNote = {};
    this.#notes.set(id, note);
    return note;
  }

  /** Forgets all others. */
  keep(ids: ReadonlySet<string>): void {
    for (const id of this.#notes.keys()) if (!ids.has(id)) this.#notes.delete(id);
  }
}
