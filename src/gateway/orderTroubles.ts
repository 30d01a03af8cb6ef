import { type Decimal, ZERO } from '../base/decimal.ts';
import { orderLane } from '../model/command.ts';
import type { BoundOrder, StateStore } from '../model/journal.ts';
import type { BookingVerdict } from './bookingVerdict.ts';
import { type Doubt, DoubtfulOrders } from './doubtfulOrders.ts';
import type { Contradiction } from './contradiction.ts';
import { executionsOf, type TradeRow } from './fillRows.ts';
import type { FrozenLanes } from './frozenLanes.ts';
import type { SettledExecution } from './settledExecutions.ts';

const CHANGED = 'changed row';
export const OVERBOOKED = 'more than ordered';
export const WORSE = 'worse price';
export const STRANGE = 'row of another kind';
const EARLIER = 'in doubt in an earlier life';
const HAND = 'it opens when the list makes sense, or by `sluice orders settle`';
/** One reading may be of an old copy. */
export const CHANGED_AFTER_LOOKS = 3;

export interface OrderTrouble {
  readonly cause: typeof CHANGED | typeof OVERBOOKED | typeof WORSE | typeof STRANGE;
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
  readonly contradiction: Contradiction | undefined;
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
  note(orderId: string, { settled, ...found }: Finding): boolean {
    const symbol = found.order?.symbol ?? found.rows[0]?.symbol;
    const trouble = troubleIn(orderId, found);
    if (trouble === undefined || isAsSettled(trouble.listed, settled) || symbol === undefined) {
      if (found.verdict.type === 'wait') return true;
      this.#troubles.delete(orderId);
      this.#earlier.delete(orderId);
      return true;
    }
    const wasSure = this.#earlier.delete(orderId);
    const before = this.#troubles.get(orderId);
    const looks = wasSure ? CHANGED_AFTER_LOOKS : before?.cause === trouble.cause ? before.looks + 1 : 1;
    this.#troubles.set(orderId, { ...trouble, lane: orderLane(symbol), reason: `${trouble.reason}; ${HAND}`, looks });
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
    for (const cause of [CHANGED, OVERBOOKED, WORSE, STRANGE, EARLIER]) {
      const lanes = found.filter((one) => one.cause === cause).map(({ lane }) => lane);
      await this.#frozen.thaw(cause, new Set(lanes));
    }
  }
}

/** What is wrong with the executions of an order, if anything is. */
function troubleIn(
  orderId: string,
  { verdict, order, rows, contradiction }: Omit<Finding, 'settled'>,
): Pick<OrderTrouble, 'cause' | 'reason' | 'listed'> | undefined {
  if (verdict.type === 'more') {
    const ordered = order === undefined ? '' : `, of which ${order.amount} was ordered`;
    const reason = `the trades list shows ${verdict.listed} executed of order ${orderId}${ordered}: no more is booked`;
    return { cause: OVERBOOKED, reason, listed: verdict.listed };
  }
  if (verdict.type === 'differs') {
    const reason = `an execution of order ${orderId} that is booked reads differently now: the list shows ${verdict.listed} executed of it`;
    return { cause: CHANGED, reason, listed: verdict.listed };
  }
  if (contradiction === undefined) return undefined;
  const listed = executionsOf(rows).reduce((sum, { row }) => sum.plus(row.amount), ZERO);
  const reason = `the trades list shows order ${orderId} executed ${contradiction.how}: that is not booked`;
  return { cause: contradiction.isPriceOnly ? WORSE : STRANGE, reason, listed };
}

function isSure({ cause, looks }: OrderTrouble): boolean {
  return cause === OVERBOOKED || looks >= CHANGED_AFTER_LOOKS;
}

function isAsSettled(listed: Decimal, settled: SettledExecution | undefined): boolean {
  return settled?.verdict === 'as-booked' && settled.listed.eq(listed);
}
