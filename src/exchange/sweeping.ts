import type { FillModel } from './fillModel.ts';
import type { OrderFills } from './orderFills.ts';
import type { OrderSlots, SlotOrder } from './orderSlots.ts';
import type { TakerFlow } from './takerFlow.ts';
import type { VenueTimes } from './venueTimes.ts';

/** Sweeps of the taker flow, as they come through the depth before our orders. */
export class Sweeping {
  readonly #times: VenueTimes;
  readonly #model: FillModel;
  readonly #orders: OrderSlots;
  readonly #flow: TakerFlow;
  readonly #fills: OrderFills;
  /** Something was swept or seen to be since the last look. */
  #isTouched = false;
  /** By side: what sweeps took since the last look, and when. */
  readonly #gone = new Float64Array(2);
  readonly #goneAt = new Float64Array(2);
  /** By side: what the last look itself has shown to be swept. */
  readonly #seen = new Float64Array(2);

  constructor(times: VenueTimes, model: FillModel, orders: OrderSlots, flow: TakerFlow, fills: OrderFills) {
    this.#times = times;
    this.#model = model;
    this.#orders = orders;
    this.#flow = flow;
    this.#fills = fills;
  }

  /** A new look shows what is there now. */
  onBook(): void {
    if (!this.#isTouched) return;
    this.#isTouched = false;
    this.#gone.fill(0);
    this.#seen.fill(0);
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
    this.#isTouched = true;
    const met = Math.floor(order.lots * this.#model.holeShare);
    // What several orders of ours have stood behind is gone once.
    this.#flow.explain(met + Math.max(0, passed - this.#seen[side]!));
    this.#seen[side] = Math.max(this.#seen[side]!, passed);
    if (met > 0) this.#fills.made(order, met);
  }

  /** Others first, then ours, in order of price and arrival; what is swept comes back with time. */
  #sweepSide(side: number): void {
    const { refillMs } = this.#model;
    this.#isTouched = true;
    const now = this.#times.now;
    let gone = this.#gone[side]! * Math.max(0, 1 - (now - this.#goneAt[side]!) / refillMs);
    let left = this.#flow.lots[0]!;
    for (let order = this.#firstAfter(side); order !== undefined && left > 0; order = this.#firstAfter(side, order)) {
      const between = Math.max(0, order.depth + order.ahead - gone);
      if (between >= left) break;
      gone += between;
      left = Math.floor(left - between);
      const met = Math.min(left, order.lots);
      if (met > 0) this.#fills.made(order, met);
      left -= met;
    }
    this.#gone[side] = gone + left;
    this.#goneAt[side] = now;
  }

  /** Our order that is filled next after another one of its side, or first. */
  #firstAfter(side: number, order?: SlotOrder): SlotOrder | undefined {
    const { open } = this.#orders;
    let first: SlotOrder | undefined;
    for (let n = 0; n < open.length; n++) {
      const other = open[n]!;
      if (other.side !== side || other === order || (order !== undefined && !order.comesBefore(other))) continue;
      if (first === undefined || other.comesBefore(first)) first = other;
    }
    return first;
  }
}
