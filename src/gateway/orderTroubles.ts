import { orderLane } from '../model/command.ts';
import type { BoundOrder } from '../model/journal.ts';
import type { BookingVerdict } from './bookingVerdict.ts';
import type { TradeRow } from './fillRows.ts';
import type { FrozenLanes } from './frozenLanes.ts';

const CHANGED = 'changed row';
const OVERBOOKED = 'more than ordered';
/** One reading may be of an old copy. */
const CHANGED_AFTER_LOOKS = 3;

interface Trouble {
  readonly cause: typeof CHANGED | typeof OVERBOOKED;
  readonly lane: string;
  readonly reason: string;
  readonly looks: number;
}

/** Shuts the lanes of orders whose executions can't be what the list says, and opens them when the list makes sense again. */
export class OrderTroubles {
  readonly #frozen: FrozenLanes;
  readonly #troubles = new Map<string, Trouble>();

  constructor(frozen: FrozenLanes) {
    this.#frozen = frozen;
  }

  /** Takes note of what was found of an order. Answers whether it is in order. */
  note(orderId: string, verdict: BookingVerdict, order: BoundOrder | undefined, rows: readonly TradeRow[]): boolean {
    const symbol = order?.symbol ?? rows[0]?.symbol;
    if ((verdict.type !== 'differs' && verdict.type !== 'more') || symbol === undefined) {
      if (verdict.type === 'book') this.#troubles.delete(orderId);
      return true;
    }
    const before = this.#troubles.get(orderId);
    const cause = verdict.type === 'more' ? OVERBOOKED : CHANGED;
    const ordered = order === undefined ? '' : `, of which ${order.amount} was ordered`;
    const reason =
      verdict.type === 'more'
        ? `the trades list shows ${verdict.listed} executed of order ${orderId}${ordered}: no more is booked`
        : `an execution of order ${orderId} that is booked reads differently now: the list shows ${verdict.listed} executed of it`;
    this.#troubles.set(orderId, { cause, lane: orderLane(symbol), reason, looks: before?.cause === cause ? before.looks + 1 : 1 });
    return false;
  }

  /** By order, what does not make sense. */
  get all(): ReadonlyMap<string, string> {
    return new Map([...this.#troubles].map(([orderId, { reason }]) => [orderId, reason]));
  }

  /** Shuts and opens lanes by what was noted. */
  async tell(): Promise<void> {
    for (const cause of [CHANGED, OVERBOOKED]) {
      const found = [...this.#troubles.values()].filter((trouble) => trouble.cause === cause && isSure(trouble));
      for (const { lane, reason } of found) this.#frozen.freeze(lane, cause, reason);
      await this.#frozen.thaw(cause, new Set(found.map(({ lane }) => lane)));
    }
  }
}

function isSure({ cause, looks }: Trouble): boolean {
  return cause === OVERBOOKED || looks >= CHANGED_AFTER_LOOKS;
}
