import type { Instant } from '../base/instant.ts';
import type { ReplaceCommand } from '../model/command.ts';
import type { Fill } from '../model/fill.ts';
import type { Grid } from '../model/grid.ts';
import { advanceOrder, isLive, type Order, type OrderNews } from '../model/order.ts';
import type { Pair } from '../model/pair.ts';
import type { Resting } from './desk.ts';
import { restingOf } from './wantedQuotes.ts';

/** How many closed orders are kept for late news about them. */
const CLOSED_KEPT = 5000;

/** One of our orders with what must be remembered about it. */
export interface OrderEntry {
  order: Order;
  /** Every id that it ever had: a replacement may give a new one, and fills of the old one still count. */
  readonly ids: string[];
  /** A replacement on its way. */
  replacement: ReplaceCommand | undefined;
  /** Fills since that was sent: some belong to what it leaves open. */
  since: Fill[];
  /** The venue's time of the last replacement; minus infinity when there was none. */
  replacedAt: Instant;
  /** Minus infinity when it was never canceled. */
  cancelTriedAt: Instant;
  /** As the desk sees the order, once it has looked at it; and on which grid. */
  resting: Resting | undefined;
  grid: Grid | undefined;
}

const NONE: readonly OrderEntry[] = [];

/** Our orders, found by intent and by any of the venue's ids. Live ones are kept, of the closed ones the last few thousand. */
export class OrderEntries {
  /** Oldest first. A list: there are few, they come and go, and all of them are looked at again and again. */
  readonly live: OrderEntry[] = [];
  /** Grows with every change of an order. */
  version = 0;
  readonly #liveByStrategy = new Map<string, OrderEntry[]>();
  readonly #entries = new Map<string, OrderEntry>();
  /** In the order in which they were added, from `#first` on; undefined where one was forgotten. */
  readonly #oldest: (OrderEntry | undefined)[] = [];
  #first = 0;
  readonly #byOrderId = new Map<string, OrderEntry>();

  get(intentId: string): OrderEntry | undefined {
    return this.#entries.get(intentId);
  }

  byOrderId(orderId: string): OrderEntry | undefined {
    return this.#byOrderId.get(orderId);
  }

  /** The live orders of one strategy, in the order in which they were added. */
  liveOf(strategy: string): readonly OrderEntry[] {
    return this.#liveByStrategy.get(strategy) ?? NONE;
  }

  add(order: Order): OrderEntry {
    this.version++;
    const entry: OrderEntry = {
      order,
      ids: [],
      replacement: undefined,
      since: [],
      replacedAt: -Infinity,
      cancelTriedAt: -Infinity,
      resting: undefined,
      grid: undefined,
    };
    this.#entries.set(order.intentId, entry);
    this.#oldest.push(entry);
    if (isLive(order)) this.#addLive(entry);
    return entry;
  }

  bind(entry: OrderEntry, orderId: string): void {
    entry.ids.push(orderId);
    this.#byOrderId.set(orderId, entry);
  }

  /** Moves an order forward, as far as the news is not late. */
  advance(entry: OrderEntry, next: OrderNews): Order {
    this.version++;
    const wasLive = isLive(entry.order);
    const order = advanceOrder(entry.order, next);
    entry.order = order;
    entry.resting = undefined;
    if (wasLive && !isLive(order)) {
      remove(this.live, entry);
      remove(this.#liveByStrategy.get(order.strategy)!, entry);
      this.#forgetOldest();
    }
    return order;
  }

  #addLive(entry: OrderEntry): void {
    const { order } = entry;
    this.live.push(entry);
    const mine = this.#liveByStrategy.get(order.strategy);
    if (mine === undefined) this.#liveByStrategy.set(order.strategy, [entry]);
    else mine.push(entry);
  }

  #forgetOldest(): void {
    if (this.#entries.size <= CLOSED_KEPT + this.live.length) return;
    const oldest = this.#oldest;
    let i = this.#first;
    while (oldest[i] === undefined || isLive(oldest[i]!.order)) i++;
    const { order, ids } = oldest[i]!;
    oldest[i] = undefined;
    this.#entries.delete(order.intentId);
    for (const id of ids) this.#byOrderId.delete(id);
    while (oldest[this.#first] === undefined) this.#first++;
    if (this.#first < CLOSED_KEPT) return;
    oldest.splice(0, this.#first);
    this.#first = 0;
  }
}

function remove(entries: OrderEntry[], entry: OrderEntry): void {
  entries.splice(entries.indexOf(entry), 1);
}

/** A live order as the desk sees it; read anew only after it has changed. */
export function restingEntry(entry: OrderEntry, { grid }: Pair): Resting {
  if (entry.resting === undefined || entry.grid !== grid) {
    entry.resting = restingOf(entry.order, grid);
    entry.grid = grid;
  }
  return entry.resting;
}
