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

/** One list may be an old copy, whether it shows an order or lacks it. */
export const AFTER_ROUNDS = 2;
const RISEN = 'risen order';
const STRANGE = 'strange order';

/**
 * Reports orders of the account that no intent of ours explains. Each is reported once, when no intent under way can have made it
 * and a second round agrees. Such orders are never touched. An order of ours that is open again after it was closed is wanted by nobody any more: it
 * freezes its lane, and whoever is told cancels it. One that was replaced by another is most likely shown by an old copy of the list, so it only
 * freezes the lane. So does an order of which nobody can say whether it buys or sells.
 */
export class ExternalOrders {
  readonly #onRisen: (order: BoundOrder) => void;
  readonly #journal: Journal;
  readonly #report: (report: Report) => void;
  readonly #frozen: FrozenLanes;
  #rounds = new Map<string, number>();
  /** By order that is open again: its lane, and for how many rounds it has been gone. */
  readonly #risen = new Map<string, { readonly lane: string; absent: number }>();

  constructor({ journal, report, onRisen }: ExternalOrdersOptions, frozen: FrozenLanes) {
    this.#journal = journal;
    this.#report = report;
    this.#onRisen = onRisen;
    this.#frozen = frozen;
  }

  async pointOut(openOrders: readonly OpenOrderRow[], pending: readonly Intent[]): Promise<void> {
    const rounds = new Map<string, number>();
    const strange = new Set<string>();
    for (const one of this.#risen.values()) one.absent++;
    const ours = new Set((await this.#journal.openOrders()).map((order) => order.orderId));
    for (const row of openOrders) {
      if (ours.has(row.id)) continue;
      const order = await this.#journal.order(row.id);
      const lane = orderLane(row.symbol);
      if (order === undefined ? pending.some((intent) => intent.lane === lane) : order.closedAt === undefined) continue;
      const count = (this.#rounds.get(row.id) ?? 0) + 1;
      rounds.set(row.id, count);
      const known = this.#risen.get(row.id);
      if (known !== undefined) known.absent = 0;
      if (count < AFTER_ROUNDS) continue;
      if (order !== undefined) {
        const isMoved = await isMovedOn(row.id, this.#journal);
        if (known === undefined) {
          this.#risen.set(row.id, { lane, absent: 0 });
          if (!isMoved) this.#onRisen(order);
        }
        const reason = isMoved
          ? `was replaced by another; ${untilGone(row.id)}`
          : `was taken for ${order.end}: it is canceled, and the lane opens when it is gone`;
        this.#frozen.freeze(lane, RISEN, `order ${row.id} is open at the venue and ${reason}`);
        continue;
      }
      const { id: orderId, symbol, side, price, amount } = row;
      if (!isSide(side)) {
        strange.add(lane);
        this.#frozen.freeze(
          lane,
          STRANGE,
          `order ${orderId} is open at the venue with the side ${side}, which is not known here; ${untilGone(orderId)}`,
        );
      } else if (count === AFTER_ROUNDS) {
        this.#report({ type: 'external-order', orderId, symbol, side, price, amount });
      }
    }
    this.#rounds = rounds;
    for (const [orderId, { absent }] of this.#risen) if (absent >= AFTER_ROUNDS) this.#risen.delete(orderId);
    await this.#frozen.thaw(RISEN, new Set([...this.#risen.values()].map(({ lane }) => lane)));
    await this.#frozen.thaw(STRANGE, strange);
  }
}

/** How the lane goes on where nothing here cancels the order. */
function untilGone(orderId: string): string {
  return `the lane opens when it is gone: \`sluice orders cancel ${orderId} --yes\``;
}

/** Whether a replacement has led from an order to one of another id. */
async function isMovedOn(orderId: string, journal: Journal): Promise<boolean> {
  const aimed = await journal.aimedAt(orderId);
  return aimed.some(({ kind, venueId }) => kind === 'replace' && venueId !== undefined && venueId !== orderId);
}
