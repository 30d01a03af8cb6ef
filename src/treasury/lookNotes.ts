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

  /** Long ago for one that was never looked for. */
  lookedMs(id: string): number {
    return this.#notes.get(id)?.lookedMs ?? -Infinity;
  }

  /** Those first that were not looked for the longest: one that can't be read stays due, and must not take the turn of the others. */
  longestAgo<T extends { readonly id: string }>(transfers: readonly T[]): readonly T[] {
    return transfers.toSorted((a, b) => this.lookedMs(a.id) - this.lookedMs(b.id) || 0);
  }

  /** Forgets all others. */
  keep(ids: ReadonlySet<string>): void {
    for (const id of this.#notes.keys()) if (!ids.has(id)) this.#notes.delete(id);
  }
}
