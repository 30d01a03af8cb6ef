import type { FillModel } from './fillModel.ts';
import type { OrderFills } from './orderFills.ts';
import type { OrderSlots } from './orderSlots.ts';
import type { TakerFlow } from './takerFlow.ts';
import type { VenueTimes } from './venueTimes.ts';

/** Sweeps of the taker flow, as they come through the depth before our orders. */
export class Sweeping {
  readonly #times: VenueTimes;
  readonly #model: FillModel;
  readonly #orders: OrderSlots;
  readonly #flow: TakerFlow;
  readonly #fills: OrderFills;
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
    // Cell by cell: for so few, `fill` takes longer than all the rest of a look.
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
  seen(slot: number, passed: number): void {
    const side = this.#orders.side[slot]!;
    const met = Math.floor(this.#orders.lots[slot]! * this.#model.holeShare);
    // What several orders of ours have stood behind is gone once.
    this.#flow.explain(met + Math.max(0, passed - this.#seen[side]!));
    this.#seen[side] = Math.max(this.#seen[side]!, passed);
    if (met > 0) this.#fills.made(slot, met);
  }

  /** Others first, then ours, in order of price and arrival; what is swept comes back with time. */
  #sweepSide(side: number): void {
    const { depth, ahead, lots } = this.#orders;
    const { refillMs } = this.#model;
    const now = this.#times.now;
    let gone = this.#gone[side]! * Math.max(0, 1 - (now - this.#goneAt[side]!) / refillMs);
    let left = this.#flow.lots[0]!;
    for (let slot = this.#firstAfter(side, -1); slot >= 0 && left > 0; slot = this.#firstAfter(side, slot)) {
      const between = Math.max(0, depth[slot]! + ahead[slot]! - gone);
      if (between >= left) break;
      gone += between;
      left = Math.floor(left - between);
      const met = Math.min(left, lots[slot]!);
      if (met > 0) this.#fills.made(slot, met);
      left -= met;
    }
    this.#gone[side] = gone + left;
    this.#goneAt[side] = now;
  }

  /** Our order that is filled next after this one, on its side; -1 when there is none. */
  #firstAfter(side: number, slot: number): number {
    const orders = this.#orders;
    let first = -1;
    for (let n = 0; n < orders.openCount; n++) {
      const other = orders.open[n]!;
      if (orders.side[other] !== side || other === slot || (slot >= 0 && !orders.comesBefore(slot, other))) continue;
      if (first < 0 || orders.comesBefore(other, first)) first = other;
    }
    return first;
  }
}
