import type { Book, BookSide, Levels } from '../model/book.ts';
import { BUY, SELL } from '../model/side.ts';
import { ConsumedLevels } from './consumedLevels.ts';
import type { SlotOrder } from './slotOrder.ts';
import { ShownCopy } from './shownCopy.ts';
import type { TakenLevels } from './takenLevels.ts';
import type { VenueState } from './venueState.ts';

/** What can be taken of the last look, less what our own orders have taken of it already. */
export class ShownLiquidity {
  readonly #state: VenueState;
  readonly #consumed = new ConsumedLevels();
  readonly #bids = new ShownCopy();
  readonly #asks = new ShownCopy();

  constructor(state: VenueState) {
    this.#state = state;
  }

  /** A new look: levels that changed are whole again. Call it wherever something is taken. */
  onBook({ bids, asks, depth }: Book): void {
    this.#consumed.onLook(0, bids, bids.length < depth);
    this.#consumed.onLook(1, asks, asks.length < depth);
    this.#state.hasTaken = this.#consumed.count > 0;
  }

  /** The best price of which something is left. Infinitely bad when there is none. */
  best(side: number, shown: BookSide): number {
    if (shown.length > 0 && !this.#state.hasTaken) return shown.bestTicks;
    const { ticks, lots, start, length } = shown;
    for (let i = start; i < start + length; i++) if (this.#consumed.left(side, ticks[i]!, lots[i]!) > 0) return ticks[i]!;
    return side === BUY ? -Infinity : Infinity;
  }

  /** Keeps the side from which an order with this limit will take, if it reaches it at all. At 0 ticks it reaches everything. */
  keepFor(isSell: boolean, limit: number, { bids, asks }: Book): void {
    if (isSell) {
      if (bids.length > 0 && limit <= bids.bestTicks) this.#bids.keep(bids, this.#state.look);
    } else if (asks.length > 0 && (limit === 0 || limit >= asks.bestTicks)) this.#asks.keep(asks, this.#state.look);
  }

  /** The other side of the last look, if it was kept because the order reaches it. */
  keptFor(order: SlotOrder): Levels | undefined {
    const copy = order.side === SELL ? this.#bids : this.#asks;
    return copy.look === this.#state.look ? copy : undefined;
  }

  /** What an order with this limit takes of the other side: what is left of each level. It counts as taken from now on. */
  walk(side: number, limit: number, most: number, { ticks, lots, start, length }: Levels, into: TakenLevels): void {
    let wanted = most;
    for (let i = start; i < start + length && wanted > 0; i++) {
      const price = ticks[i]!;
      if (limit !== 0 && (side === SELL ? price < limit : price > limit)) break;
      const taken = Math.min(this.#consumed.left(1 - side, price, lots[i]!), wanted);
      if (taken === 0) continue;
      this.#consumed.add(1 - side, price, lots[i]!, taken);
      this.#state.hasTaken = true;
      into.add(price, taken);
      wanted -= taken;
    }
  }

  /** What was walked was not taken after all. */
  giveBack(side: number, levels: TakenLevels): void {
    for (let n = 0; n < levels.count; n++) this.#consumed.giveBack(side, levels.ticksAt(n), levels.lotsAt(n));
  }
}
