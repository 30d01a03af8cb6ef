import type { Book, BookSide, Levels } from '../model/book.ts';
import { ConsumedLevels } from './consumedLevels.ts';
import type { OrderFills } from './orderFills.ts';
import type { SlotOrder } from './slotOrder.ts';
import { ShownCopy } from './shownCopy.ts';
import type { VenueState } from './venueState.ts';

/** What the last look shows to take from, less what our own orders have taken of it already. */
export class ShownLiquidity {
  readonly #state: VenueState;
  readonly #fills: OrderFills;
  readonly #consumed = new ConsumedLevels();
  readonly #bids = new ShownCopy();
  readonly #asks = new ShownCopy();

  constructor(state: VenueState, fills: OrderFills) {
    this.#state = state;
    this.#fills = fills;
  }

  /** A new look: levels that changed are whole again. To be called where something is taken. */
  onBook({ bids, asks, depth }: Book): void {
    this.#consumed.onLook(0, bids, bids.length < depth);
    this.#consumed.onLook(1, asks, asks.length < depth);
    this.#state.hasTaken = this.#consumed.count > 0;
  }

  /** The best price of which something is left; infinitely bad when there is none. */
  best(side: number, shown: BookSide): number {
    if (shown.length > 0 && !this.#state.hasTaken) return shown.bestTicks;
    const { ticks, lots, start, length } = shown;
    for (let i = start; i < start + length; i++) if (this.#consumed.left(side, ticks[i]!, lots[i]!) > 0) return ticks[i]!;
    return side === 0 ? -Infinity : Infinity;
  }

  /** Keeps the side that an order with this limit will take from, if it reaches it at all. At 0 ticks it reaches everything. */
  keepFor(isSell: boolean, limit: number, { bids, asks }: Book): void {
    if (isSell) {
      if (bids.length > 0 && limit <= bids.bestTicks) this.#bids.keep(bids, this.#state.look);
    } else if (asks.length > 0 && (limit === 0 || limit >= asks.bestTicks)) this.#asks.keep(asks, this.#state.look);
  }

  /** The taker's part of an order that arrives: what was kept, up to its limit. */
  takeKept(order: SlotOrder): void {
    const copy = order.side === 1 ? this.#bids : this.#asks;
    if (copy.look === this.#state.look) this.take(order, copy, true);
  }

  /**
   * Takes the other side up to the order's limit, of each level what is left of it. As a taker it is filled level by level; else
   * nothing is filled yet. Gives the lots that were taken.
   */
  take(order: SlotOrder, { ticks, lots, start, length }: Levels, asTaker: boolean): number {
    const limit = order.ticks;
    const isSell = order.side === 1;
    const otherSide = isSell ? 0 : 1;
    let wanted = order.lots;
    for (let i = start; i < start + length && wanted > 0; i++) {
      const price = ticks[i]!;
      if (limit !== 0 && (isSell ? price < limit : price > limit)) break;
      const taken = Math.min(this.#consumed.left(otherSide, price, lots[i]!), wanted);
      if (taken === 0) continue;
      this.#consumed.add(otherSide, price, lots[i]!, taken);
      this.#state.hasTaken = true;
      if (asTaker) this.#fills.took(order, price, taken);
      wanted -= taken;
    }
    return asTaker ? 0 : order.lots - wanted;
  }
}
