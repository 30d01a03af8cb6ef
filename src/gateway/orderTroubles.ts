import type { Decimal } from '../base/decimal.ts';
import { orderLane } from '../model/command.ts';
import type { BoundOrder, StateStore } from '../model/journal.ts';
import type { BookingVerdict } from './bookingVerdict.ts';
import { type Doubt, DoubtfulOrders } from './doubtfulOrders.ts';
import type { TradeRow } from './fillRows.ts';
import type { FrozenLanes } from './frozenLanes.ts';
import type { SettledExecution } from './settledExecutions.ts';

const CHANGED = 'changed row';
export const OVERBOOKED = 'more than ordered';
const EARLIER = 'in doubt in an earlier life';
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

/**
 * Shuts the lanes of orders whose executions can't be what the list says, and opens them when the list makes sense again. What shut a lane in an
 * earlier life shuts it from the start of this one, until its order was looked at.
 */
export class OrderTroubles {
  readonly #frozen: FrozenLanes;
  readonly #kept: DoubtfulOrders;
  readonly #troubles = new Map<string, OrderTrouble>();
  /** Orders that were in doubt before and were not looked at in this life. */
  readonly #earlier = new Map<string, Doubt>();

  constructor(frozen: FrozenLanes, state: StateStore) {
    this.#frozen = frozen;
    this.#kept = new DoubtfulOrders(state);
  }

  /** Takes up what was in doubt in an earlier life. Answers the orders that must be looked at. */
  async restore(): Promise<readonly string[]> {
    for (const [orderId, doubt] of await this.#kept.load()) this.doubt(orderId, doubt);
    return [...this.#earlier.keys()];
  }

  /** The order's lane is shut until it was looked at. */
  doubt(orderId: string, doubt: Doubt): void {
    this.#earlier.set(orderId, doubt);
  }

  /** Takes note of what was found of an order. Answers whether it is in order. */
  note(orderId: string, { verdict, order, rows, settled }: Finding): boolean {
    const symbol = order?.symbol ?? rows[0]?.symbol;
    const isTrouble = (verdict.type === 'differs' || verdict.type === 'more') && !isAsSettled(verdict.listed, settled);
    if (!isTrouble || symbol === undefined) {
      if (verdict.type === 'wait') return true;
      this.#troubles.delete(orderId);
      this.#earlier.delete(orderId);
      return true;
    }
    const wasSure = this.#earlier.delete(orderId);
    const before = this.#troubles.get(orderId);
    const cause = verdict.type === 'more' ? OVERBOOKED : CHANGED;
    const ordered = order === undefined ? '' : `, of which ${order.amount} was ordered`;
    const reason =
      verdict.type === 'more'
        ? `the trades list shows ${verdict.listed} executed of order ${orderId}${ordered}: no more is booked`
        : `an execution of order ${orderId} that is booked reads differently now: the list shows ${verdict.listed} executed of it`;
    const looks = wasSure ? CHANGED_AFTER_LOOKS : before?.cause === cause ? before.looks + 1 : 1;
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
    return new Map([...this.#earlier, ...this.#troubles].map(([orderId, { reason }]) => [orderId, reason]));
  }

  /** Shuts and opens lanes by what was noted. */
  async tell(): Promise<void> {
    const sure = [...this.#troubles].filter(([, trouble]) => isSure(trouble));
    await this.#kept.save(new Map([...this.#earlier, ...sure]));
    const found = [...sure.map(([, trouble]) => trouble), ...[...this.#earlier.values()].map((doubt) => ({ ...doubt, cause: EARLIER }))];
    for (const { lane, cause, reason } of found) this.#frozen.freeze(lane, cause, reason);
    for (const cause of [CHANGED, OVERBOOKED, EARLIER]) {
      const lanes = found.filter((one) => one.cause === cause).map(({ lane }) => lane);
      await this.#frozen.thaw(cause, new Set(lanes));
    }
  }
}

function isSure({ cause, looks }: OrderTrouble): boolean {
  return cause === OVERBOOKED || looks >= CHANGED_AFTER_LOOKS;
}

function isAsSettled(listed: Decimal, settled: SettledExecution | undefined): boolean {
  return settled?.verdict === 'as-booked' && settled.listed.eq(listed);
}
