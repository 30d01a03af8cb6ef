import { orderLane } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import { isSide } from '../model/grid.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder, Journal } from '../model/journal.ts';
import type { OpenOrderRow } from './accountLists.ts';
import type { FrozenLanes } from './frozenLanes.ts';

interface ExternalOrdersOptions {
  readonly journal: Journal;
  readonly report: (report: Report) => void;
  /** An order of ours that was closed is open all the same, and is to be canceled. */
  readonly onRisen: (order: BoundOrder) => void;
}

const AFTER_ROUNDS = 2;
const RISEN = 'risen order';
const STRANGE = 'strange order';

/**
 * Reports orders of the account that no intent of ours explains. Each is reported once, when no intent under way can have made it
 * and a second round agrees. Such orders are never touched. An order of ours that is open again after it was closed is wanted by nobody any more: it
 * freezes its lane, and whoever is told cancels it. So does an order freeze its lane of which nobody can say whether it buys or sells.
 */
export class ExternalOrders {
  readonly #onRisen: (order: BoundOrder) => void;
  readonly #journal: Journal;
  readonly #report: (report: Report) => void;
  readonly #frozen: FrozenLanes;
  #rounds = new Map<string, number>();

  constructor({ journal, report, onRisen }: ExternalOrdersOptions, frozen: FrozenLanes) {
    this.#journal = journal;
    this.#report = report;
    this.#onRisen = onRisen;
    this.#frozen = frozen;
  }

  async pointOut(openOrders: readonly OpenOrderRow[], pending: readonly Intent[]): Promise<void> {
    const rounds = new Map<string, number>();
    const risen = new Set<string>();
    const strange = new Set<string>();
    const ours = new Set((await this.#journal.openOrders()).map((order) => order.orderId));
    for (const row of openOrders) {
      if (ours.has(row.id)) continue;
      const order = await this.#journal.order(row.id);
      const lane = orderLane(row.symbol);
      if (order === undefined ? pending.some((intent) => intent.lane === lane) : order.closedAt === undefined) continue;
      const count = (this.#rounds.get(row.id) ?? 0) + 1;
      rounds.set(row.id, count);
      if (count < AFTER_ROUNDS) continue;
      if (order !== undefined) {
        risen.add(lane);
        if (count === AFTER_ROUNDS) this.#onRisen(order);
        this.#frozen.freeze(
          lane,
          RISEN,
          `order ${row.id} is open at the venue and was taken for ${order.end}: it is canceled, and the lane opens when it is gone`,
        );
        continue;
      }
      const { id: orderId, symbol, side, price, amount } = row;
      if (!isSide(side)) {
        strange.add(lane);
        this.#frozen.freeze(
          lane,
          STRANGE,
          `order ${orderId} is open at the venue with the side ${side}, which is not known here; the lane opens when it is gone: \`sluice orders cancel ${orderId} --yes\``,
        );
      } else if (count === AFTER_ROUNDS) {
        this.#report({ type: 'external-order', orderId, symbol, side, price, amount });
      }
    }
    this.#rounds = rounds;
    await this.#frozen.thaw(RISEN, risen);
    await this.#frozen.thaw(STRANGE, strange);
  }
}
