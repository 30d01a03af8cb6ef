import type { Instant } from '../../base/instant.ts';
import { amountOf, type Grid, priceOf } from '../../model/grid.ts';
import { sideOf } from '../../model/side.ts';
import { gridIn, keptKeys, savedRows } from './savedDeskOrders.ts';
import type { SavedLeg, SavedOrder } from './savedOrder.ts';

/** How an order that the desk keeps stood when it was saved. */
export interface KeptStory {
  readonly id: string;
  readonly placedAt: Instant;
  /** In words: what it is, what each of its legs waits for, and what they have placed. */
  readonly text: string;
  /** The intents that placed its orders at the venue. */
  readonly parts: readonly string[];
}

/** The orders of this id among all that is saved. */
export function keptOf(states: Readonly<Record<string, string>>, id: string): readonly KeptStory[] {
  return keptKeys(states).flatMap(({ key }) => keptStories(states[key]!, undefined).filter((story) => story.id === id));
}

/** What a saved text says of each order in it. None where it can't be read. Without a grid it says no prices and amounts. */
export function keptStories(text: string, grid: Grid | undefined): readonly KeptStory[] {
  return (savedRows(text) ?? []).map(({ grid: saved, order }) => ({
    id: order.id,
    placedAt: order.placedAt,
    text: [
      `${order.kind} ${order.id}${order.tag === undefined ? '' : ` (${order.tag})`}`,
      ...order.legs.map((leg, i) => legText(leg, order, i, grid && (saved === undefined ? grid : gridIn(saved)))),
    ].join('; '),
    parts: order.legs.flatMap(({ childIds }) => childIds),
  }));
}

function legText(
  { kind, side, isExit, ticks, stop, lots, childIds, end }: SavedLeg,
  order: SavedOrder,
  number: number,
  grid: Grid | undefined,
): string {
  // Only beside an entry does a leg's place say something.
  const place = order.legs.every((leg) => leg.isExit) ? [] : [isExit ? 'exit' : 'entry'];
  const words = [...place, kind, sideOf(side)];
  if (grid !== undefined) {
    words.push(order.lots === 0 ? 'the position' : amountOf(grid, order.lots).toFixed());
    if (ticks > 0) words.push('at', priceOf(grid, ticks).toFixed());
    if (stop !== null) words.push('from', priceOf(grid, stop).toFixed());
    if (lots > 0) words.push(`${amountOf(grid, lots).toFixed()} executed`);
  }
  if (order.fired === number) words.push('has fired');
  if (childIds.length > 0) words.push(`placed ${childIds.join(', ')}`);
  if (end !== undefined) words.push(`is over: ${end}`);
  return words.join(' ');
}
