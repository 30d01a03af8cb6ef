import { type Random, seededRandom } from '../base/random.ts';
import type { FillModel } from './fillModel.ts';
import type { OrderFills } from './orderFills.ts';
import type { Outlook } from './outlook.ts';
import type { SettlementOptions } from './settlement.ts';
import type { SlotOrder } from './slotOrder.ts';
import type { TakerFlow } from './takerFlow.ts';
import type { VenueState } from './venueState.ts';

/** How much of a swing goes back with each look that settles sweeps. */
const SWING_BACK = 1 / 16;
/** How far takers swing with each of them, as a multiple of a draw about 0: this makes the mean of its square that of `swing`. */
const SWING_STEP = Math.sqrt(12 * (1 - (1 - SWING_BACK) ** 2));

/**
 * Sweeps of the taker flow, as they come through the depth before our orders. A look settles those since the look before: which way
 * the price went decides whom they met, or which of our fills are taken for true. See `FillModel`.
 */
export class Sweeping {
  readonly #state: VenueState;
  readonly #model: FillModel;
  readonly #flow: TakerFlow;
  readonly #fills: OrderFills;
  readonly #roundTripMs: number = 0;
  readonly #outlook: Outlook;
  readonly #random: Random;
  /** How much more than half of the takers buy by chance, over some looks. */
  #swung = 0;
  /** By side: what sweeps took since the last look, and when. */
  readonly #gone = new Float64Array(2);
  readonly #goneAt = new Float64Array(2);
  /** By side: what the last look itself has shown to be swept. */
  readonly #seen = new Float64Array(2);

  constructor(state: VenueState, { model, roundTripMs, seed }: SettlementOptions, flow: TakerFlow, fills: OrderFills, outlook: Outlook) {
    this.#outlook = outlook;
    this.#random = seededRandom(`swing:${seed}`);
    this.#state = state;
    this.#model = model;
    this.#flow = flow;
    this.#fills = fills;
    this.#roundTripMs = roundTripMs;
  }

  /** A new look shows what is there now, and settles what came before it, or before the gap that it ends. */
  onBook(mayFill: boolean): void {
    const state = this.#state;
    const until = mayFill ? state.now : state.blindAt;
    if (state.sweepAt < until) this.#settle(until);
    if (!mayFill) this.#flow.skip();
    if (state.isSwept) this.#refill();
  }

  /** By chance: the flow's next sweep has waited too long for a look, and nobody knows where the price has gone. */
  release(): void {
    this.#sweep(0.5);
  }

  /**
   * A look shows our order alone before the others, which `passed` lots stood before. They are taken to have been swept, and
   * the order with them by its share; so much of the volume is accounted for.
   */
  seen(order: SlotOrder, passed: number): void {
    const { side } = order;
    this.#state.isSwept = true;
    const met = Math.floor(order.lots * this.#outlook.shareOf(order, this.#model.holeShare));
    // What several orders of ours have stood behind is gone once.
    this.#flow.explain(met + Math.max(0, passed - this.#seen[side]!));
    this.#seen[side] = Math.max(this.#seen[side]!, passed);
    if (met > 0) this.#fills.made(order, met);
  }

  /** All sweeps since the look before, each at its own time; told as far as the own lists have been read since. */
  #settle(until: number): void {
    const state = this.#state;
    const { now, lastReadAt } = state;
    const bidShare = this.#bidShare();
    let isRead = this.#fills.hasUnread;
    while (state.sweepAt < until) {
      if (!isRead && state.sweepAt >= lastReadAt) {
        isRead = true;
        this.#read();
      }
      if (state.openCount > 0) {
        state.now = state.sweepAt;
        this.#sweep(bidShare);
      }
      this.#flow.next();
    }
    state.now = now;
    if (!isRead) this.#read();
  }

  /** The share of the sweeps that met bids: takers go the way of the price, and the more of them do, the further it went, or goes. */
  #bidShare(): number {
    const { lean, leanSpreads, trendLean, swing, informed } = this.#model;
    const { moved, goes, spread, trend } = this.#outlook;
    const went = (moved / leanSpreads + trend * trendLean) / spread;
    if (swing > 0) this.#swung += (this.#random.next() - 0.5) * swing * SWING_STEP - this.#swung * SWING_BACK;
    return 0.5 - this.#swung - lean * wayOf(went) - informed * wayOf(goes / spread);
  }

  #read(): void {
    if (!this.#fills.hasUnread) return;
    this.#fills.heardAt = this.#state.receivedAt;
    this.#fills.read(this.#state.lastReadAt - this.#roundTripMs);
  }

  #refill(): void {
    this.#state.isSwept = false;
    // The builtin that fills an array takes as long as all else that is done for a look.
    this.#gone[0] = 0;
    this.#gone[1] = 0;
    this.#seen[0] = 0;
    this.#seen[1] = 0;
  }

  #sweep(bidShare: number): void {
    if (this.#model.sweeps === 'both-sides') {
      this.#sweepSide(0);
      this.#sweepSide(1);
    } else this.#sweepSide(this.#flow.chance < bidShare ? 0 : 1);
  }

  /** Others first, then ours, in order of price and arrival; what is swept comes back with time. */
  #sweepSide(side: number): void {
    const { refillMs } = this.#model;
    this.#state.isSwept = true;
    const at = this.#state.sweepAt;
    let gone = this.#gone[side]! * Math.max(0, 1 - (at - this.#goneAt[side]!) / refillMs);
    let left = this.#flow.lots[0]!;
    for (let order = this.#firstAfter(side); order !== undefined && left > 0; order = this.#firstAfter(side, order)) {
      const between = Math.max(0, order.depth + order.ahead - gone);
      if (between >= left) break;
      gone += between;
      left = Math.floor(left - between);
      const met = this.#isMet(order, at) ? Math.min(left, Math.max(0, order.lots - order.coming)) : 0;
      if (met > 0) this.#fills.made(order, met);
      left -= met;
    }
    this.#gone[side] = gone + left;
    this.#goneAt[side] = at;
  }

  /** Whether it stood there already, and is taken to have been met. */
  #isMet(order: SlotOrder, at: number): boolean {
    return order.arrivedAt < at && this.#outlook.shareOf(order, 1) === 1;
  }

  /** Our order that is filled next after another one of its side, or first. */
  #firstAfter(side: number, order?: SlotOrder): SlotOrder | undefined {
    const { open, openCount } = this.#state;
    let first: SlotOrder | undefined;
    for (let n = 0; n < openCount; n++) {
      const other = open[n]!;
      if (other.side !== side || other === order || (order !== undefined && !order.comesBefore(other))) continue;
      if (first === undefined || other.comesBefore(first)) first = other;
    }
    return first;
  }
}

/** From -1, all down, to 1, all up. Not a number where nobody knows. */
function wayOf(spreads: number): number {
  return Number.isNaN(spreads) ? 0 : Math.max(-1, Math.min(1, spreads));
}
