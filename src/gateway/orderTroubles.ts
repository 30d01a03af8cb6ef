import type { Decimal } from '../base/decimal.ts';
import { orderLane } from '../model/command.ts';
import type { BoundOrder } from '../model/journal.ts';
import type { BookingVerdict } from './bookingVerdict.ts';
import type { TradeRow } from './fillRows.ts';
import type { FrozenLanes } from './frozenLanes.ts';
import type { SettledExecution } from './settledExecutions.ts';

const CHANGED = 'changed row';
export const OVERBOOKED = 'more than ordered';
const HAND = 'it opens when the list makes sense, or by `sluice orders settle`';
/** One reading may be of an old copy. */
export const CHANGED_AFTER_LOOKS = 3;

export interface OrderTrouble {
  readonly cause: typeof CHANGED | typeof OVERBOOKED;
  readonly lane: string;
  readonly reason: string;
  readonly listed: Decimal;
  readonly looks: number;
}

/** What was found of an order. */
interface Finding {
  readonly verdict: BookingVerdict;
  readonly order: BoundOrder | undefined;
  readonly rows: readonly TradeRow[];
  /** What a person has said of it before. */
  readonly settled: SettledExecution | undefined;
}

/** Shuts the lanes of orders whose executions can't be what the list says, and opens them when the list makes sense again. */
export class OrderTroubles {
  readonly #frozen: FrozenLanes;
  readonly #troubles = new Map<string, OrderTrouble>();

  constructor(frozen: FrozenLanes) {
    this.#frozen = frozen;
  }

  /** Takes note of what was found of an order. Answers whether it is in order. */
  note(orderId: string, { verdict, order, rows, settled }: Finding): boolean {
    const symbol = order?.symbol ?? rows[0]?.symbol;
    const isTrouble = (verdict.type === 'differs' || verdict.type === 'more') && !isAsSettled(verdict.listed, settled);
    if (!isTrouble || symbol === undefined) {
      if (verdict.type !== 'wait') this.#troubles.delete(orderId);
      return true;
    }
    const before = this.#troubles.get(orderId);
    const cause = verdict.type === 'more' ? OVERBOOKED : CHANGED;
    const ordered = order === undefined ? '' : `, of which ${order.amount} was ordered`;
    const reason =
      verdict.type === 'more'
        ? `the trades list shows ${verdict.listed} executed of order ${orderId}${ordered}: no more is booked`
        : `an execution of order ${orderId} that is booked reads differently now: the list shows ${verdict.listed} executed of it`;
    const looks = before?.cause === cause ? before.looks + 1 : 1;
    this.#troubles.set(orderId, { cause, lane: orderLane(symbol), reason: `${reason}; ${HAND}`, listed: verdict.listed, looks });
    return false;
  }

  /** What is wrong with an order, once it is sure. */
  of(orderId: string): OrderTrouble | undefined {
    const trouble = this.#troubles.get(orderId);
    return trouble !== undefined && isSure(trouble) ? trouble : undefined;
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

function isSure({ cause, looks }: OrderTrouble): boolean {
  return cause === OVERBOOKED || looks >= CHANGED_AFTER_LOOKS;
}

function isAsSettled(listed: Decimal, settled: SettledExecution | undefined): boolean {
  return settled?.verdict === 'as-booked' && settled.listed.eq(listed);
}
