/** So many fit into a table of V8 before it grows. */
const GENERATION = 32_768;

/**
 * Remembers ids in two generations: the last 32,768 that were added at the least, twice as many at the most. One that is added
 * again keeps its place.
 */
export class RecentIds {
  #young = new Set<string>();
  #old: ReadonlySet<string> = new Set();

  has(id: string): boolean {
    return this.#young.has(id) || this.#old.has(id);
  }

  /** False when it is remembered already. */
  add(id: string): boolean {
    if (this.has(id)) return false;
    if (this.#young.size === GENERATION) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(id);
    return true;
  }
}
