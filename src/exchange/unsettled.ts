import type { Instant } from '../base/instant.ts';
import type { SlotOrder } from './slotOrder.ts';
import { TakenLevels } from './takenLevels.ts';

/** An order reached the other side as the last look has shown it. */
export const CAME = 1;
/** An order that rested was canceled, or moved to another price or amount. */
export const LEFT = 2;

/** Something that happened since the last look. Only the next look shows what came of it. */
export interface Unsettled {
  kind: number;
  order: SlotOrder;
  /** Where it came to or what it left. With 0 ticks, a market order. */
  ticks: number;
  lots: number;
  at: Instant;
  /** Whether what came met the book as the last look has shown it. */
  metFirst: boolean;
  /** What it would take of the last look. */
  readonly taken: TakenLevels;
}

/** All unsettled actions since the last look, in order. Its entries are reused. */
export class UnsettledList {
  count = 0;
  readonly #all: Unsettled[] = [];

  add(kind: number, order: SlotOrder, at: Instant): Unsettled {
    if (this.count === this.#all.length) this.#all.push({ kind, order, ticks: 0, lots: 0, at, metFirst: false, taken: new TakenLevels() });
    const one = this.#all[this.count++]!;
    one.kind = kind;
    one.order = order;
    one.ticks = order.ticks;
    one.lots = order.lots;
    one.at = at;
    one.taken.clear();
    order.unsettled++;
    return one;
  }

  removeLast(): void {
    this.#all[--this.count]!.order.unsettled--;
  }

  at(n: number): Unsettled {
    return this.#all[n]!;
  }
}
