/** How many fit into one of V8's tables before it grows. */
const GENERATION = 32_768;
/** How many full generations are kept. */
const OLD_GENERATIONS = 4;

/**
 * Remembers ids in generations: at least the last 131,072 that were added, and at most a quarter more. An id that is added again
 * keeps its place.
 */
export class RecentIds {
  #young = new Set<string>();
  /** The youngest first. */
  readonly #old: ReadonlySet<string>[] = [];

  has(id: string): boolean {
    return this.#young.has(id) || this.#old.some((generation) => generation.has(id));
  }

  /** False when it is remembered already. */
  add(id: string): boolean {
    if (this.has(id)) return false;
    if (this.#young.size === GENERATION) {
      this.#old.unshift(this.#young);
      if (this.#old.length > OLD_GENERATIONS) this.#old.pop();
      this.#young = new Set();
    }
    this.#young.add(id);
    return true;
  }
}
