import { keptKeys } from '../engine/deskOrders/savedDeskOrders.ts';
import { keptStories } from '../engine/deskOrders/keptStory.ts';
import type { Grid } from '../model/grid.ts';

/** What the saved states of a session tell of orders that the desk keeps: stops, brackets, worked orders. */
export class KeptOrders {
  readonly #grids = new Map<string, Grid>();
  /** By the name under which they are saved, the last text of each. */
  readonly #told = new Map<string, ReadonlyMap<string, string>>();

  /** The pairs, as the session tells them. */
  pairs(pairs: readonly { readonly symbol: string; readonly grid: Grid }[]): void {
    for (const { symbol, grid } of pairs) this.#grids.set(symbol, grid);
  }

  /**
   * A state that was saved. Answers what has changed of the orders with these ids, and of those that placed an intent with one of them. What such
   * an order has placed is added to the ids.
   */
  saved(key: string, text: string, ids: Set<string>): readonly string[] {
    const [kept] = keptKeys({ [key]: text });
    const grid = kept && this.#grids.get(kept.symbol);
    if (grid === undefined) return [];
    const before = this.#told.get(key) ?? new Map<string, string>();
    const now = new Map<string, string>();
    for (const story of keptStories(text, grid)) {
      if (ids.has(story.id)) for (const part of story.parts) ids.add(part);
      else if (!story.parts.some((part) => ids.has(part))) continue;
      now.set(story.id, story.text);
    }
    this.#told.set(key, now);
    const changed = [...now].filter(([id, told]) => before.get(id) !== told).map(([, told]) => told);
    return [...changed, ...[...before.keys()].filter((id) => !now.has(id)).map((id) => `${id} is kept no more: it is done`)];
  }
}
