import type { FillModel } from './fillModel.ts';
import type { OrderFills } from './orderFills.ts';
import type { SlotOrder } from './slotOrder.ts';
import type { TakerFlow } from './takerFlow.ts';
import type { VenueState } from './venueState.ts';

/** Sweeps of the taker flow, as they come through the depth before our orders. */
export class Sweeping {
  readonly #state: VenueState;
  readonly #model: FillModel;
  readonly #flow: TakerFlow;
  readonly #fills: OrderFills;
  /** By side: what sweeps took since the last look, and when. */
  readonly #gone = new Float64Array(2);
  readonly #goneAt = new Float64Array(2);
  /** By side: what the last look itself has shown to be swept. */
  readonly #seen = new Float64Array(2);

  constructor(state: VenueState, model: FillModel, flow: TakerFlow, fills: OrderFills) {
    this.#state = state;
    this.#model = model;
    this.#flow = flow;
    this.#fills = fills;
  }

  /** A new look shows what is there now. To be called where something is swept. */
  onBook(): void {
    this.#state.isSwept = false;
    // The builtin that fills an array takes as long as all else that is done for a look.
    this.#gone[0] = 0;
    this.#gone[1] = 0;
    this.#seen[0] = 0;
    this.#seen[1] = 0;
  }

  /** The flow's next sweep comes. */
  sweep(): void {
    if (this.#model.sweeps === 'both-sides') {
      this.#sweepSide(0);
      this.#sweepSide(1);
    } else this.#sweepSide(this.#flow.side);
  }

  /**
   * A look shows our order alone before the others, which `passed` lots stood before. They are taken to have been swept, and
   * the order with them by its share; so much of the volume is accounted for.
   */
  seen(order: SlotOrder, passed: number): void {
    const { side } = order;
    this.#state.isSwept = true;
    const met = Math.floor(order.lots * this.#model.holeShare);
    // What several orders of ours have stood behind is gone once.
    this.#flow.explain(met + Math.max(0, passed - this.#seen[side]!));
    this.#seen[side] = Math.max(this.#seen[side]!, passed);
    if (met > 0) this.#fills.made(order, met);
  }

  /** Others first, then ours, in order of price and arrival; what is swept comes back with time. */
  #sweepSide(side: number): void {
    const { refillMs } = this.#model;
    this.#state.isSwept = true;
    const now = this.#state.now;
    let gone = this.#gone[side]! * Math.max(0, 1 - (now - this.#goneAt[side]!) / refillMs);
    let left = this.#flow.lots[0]!;
    for (let order = this.#firstAfter(side); order !== undefined && left > 0; order = this.#firstAfter(side, order)) {
      const between = Math.max(0, order.depth + order.ahead - gone);
      if (between >= left) break;
      gone += between;
      left = Math.floor(left - between);
      const met = Math.min(left, Math.max(0, order.lots - order.coming));
      if (met > 0) this.#fills.made(order, met);
      left -= met;
    }
    this.#gone[side] = gone + left;
    this.#goneAt[side] = now;
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
