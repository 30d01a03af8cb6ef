import { type Decimal, maxDecimal, ZERO } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Restored } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder, FillLog, Journal, StateStore } from '../model/journal.ts';
import type { Order } from '../model/order.ts';
import type { OpenOrderRow } from '../gateway/accountLists.ts';
import { orderShapeOf } from '../gateway/fingerprint.ts';

interface Memory {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly state: StateStore;
}

/** A conversion is an event of minutes; so many are not of one life. */
const MOST_CONVERSIONS = 1_000_000;

/** The scope of the state store in which strategies keep what they want to find again. */
export const STRATEGY_STATE = 'strategy';

/**
 * What earlier lives left behind, as events for the engine: the history page by page, the rest with the last one. `openOrders` is
 * the venue's complete list of this moment: it says how much of each order is still open.
 */
export async function* restored(
  { journal, fillLog, state }: Memory,
  openOrders: readonly OpenOrderRow[],
): AsyncGenerator<Restored, void, undefined> {
  const bound = await journal.openOrders();
  const filled = new Map(bound.map(({ intentId }) => [intentId, ZERO]));
  let conversions: readonly Conversion[] = await allConversions(fillLog);
  let last: readonly Fill[] = [];
  for await (const fills of fillLog.history()) {
    for (const { intentId = '', amount } of fills) {
      const before = filled.get(intentId);
      if (before !== undefined) filled.set(intentId, before.plus(amount));
    }
    if (last.length > 0) {
      const until = fills[0]!.tradedAt;
      yield {
        type: 'restored',
        fills: last,
        conversions: conversions.filter(({ executedAt }) => executedAt < until),
        orders: [],
        states: {},
      };
      conversions = conversions.filter(({ executedAt }) => executedAt >= until);
    }
    last = fills;
  }
  const remaining = new Map(openOrders.map((row) => [row.id, row.amount]));
  const live = bound.map((order) => orderOf(order, filled.get(order.intentId) ?? ZERO, remaining.get(order.orderId)));
  const unknown = (await journal.unresolved()).filter((intent) => intent.kind === 'place').map(unknownOrder);
  yield { type: 'restored', fills: last, conversions, orders: [...live, ...unknown], states: await state.load(STRATEGY_STATE) };
}

/** Oldest first. A part taken for the whole would make wrong positions. */
async function allConversions(fillLog: FillLog): Promise<readonly Conversion[]> {
  const conversions = await fillLog.conversions(MOST_CONVERSIONS);
  if (conversions.length === MOST_CONVERSIONS) throw new Fault('store', `there are ${MOST_CONVERSIONS} conversions or more`);
  return conversions.toReversed();
}

function orderOf(order: BoundOrder, filled: Decimal, remaining: Decimal | undefined): Order {
  return {
    intentId: order.intentId,
    strategy: order.strategy,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    price: order.price,
    // Gone from the list: nothing is left of it, and the next rounds will say so.
    amount: remaining === undefined ? maxDecimal(filled, order.amount) : filled.plus(remaining),
    filled,
    state: 'open',
    closedBy: undefined,
    orderId: order.orderId,
    placedAt: order.openedAt,
    updatedAt: order.openedAt,
    canceling: false,
    replacing: undefined,
    tag: order.tag,
  };
}

/** An order of which nobody can say whether the venue has it: it keeps its lane and its reservation. */
function unknownOrder(intent: Intent): Order {
  const { symbol, side, type, amount, price } = orderShapeOf(intent.fingerprint);
  return {
    intentId: intent.id,
    strategy: intent.strategy,
    symbol,
    side,
    type,
    price,
    amount,
    filled: ZERO,
    state: 'unknown',
    closedBy: undefined,
    orderId: undefined,
    placedAt: intent.createdAt,
    updatedAt: intent.createdAt,
    canceling: false,
    replacing: undefined,
    tag: undefined,
  };
}
