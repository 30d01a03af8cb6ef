import { type Decimal, maxDecimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { childIdsIn } from '../engine/deskOrders/savedDeskOrders.ts';
import { ENTOMBED_KEY } from '../engine/savedEntombed.ts';
import type { Restored, UnknownConversion } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder, FillLog, Journal, StateStore } from '../model/journal.ts';
import type { Order } from '../model/order.ts';
import type { OpenOrderRow } from '../gateway/accountLists.ts';
import { filledOf } from '../gateway/filledOf.ts';
import { conversionShapeOf, orderShapeOf } from '../gateway/fingerprint.ts';
import { tombsToRestore } from './tombsToRestore.ts';

interface Memory {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly state: StateStore;
}

/** The scope in which the state store keeps what strategies save. */
export const STRATEGY_STATE = 'strategy';

/**
 * What earlier lives left behind, as events for the engine: what the history adds up to, then the newest part of it page by page,
 * and the rest with the last one. `openOrders` is the venue's complete list of this moment: it says how much of each order is still
 * open. `canceled`: the ids of orders that are still to be canceled.
 */
export async function* restored(
  { journal, fillLog, state }: Memory,
  openOrders: readonly OpenOrderRow[],
  canceled: ReadonlySet<string> = new Set(),
): AsyncGenerator<Restored, void, undefined> {
  const { until: since, ...past } = await fillLog.past();
  let conversions = await fillLog.conversionsSince(since);
  const entered = await fillLog.entriesSince(0);
  const summed = entered.filter(({ at }) => at < since);
  let entries = entered.filter(({ at }) => at >= since);
  // What the sums include goes with them.
  let first: Pick<Restored, 'sums' | 'summed'> = { sums: past, ...(summed.length > 0 && { summed }) };
  let last: readonly Fill[] = [];
  for await (const fills of fillLog.history(since)) {
    if (last.length > 0) {
      const until = fills[0]!.tradedAt;
      const before = {
        conversions: conversions.filter(({ executedAt }) => executedAt < until),
        entries: entries.filter(({ at }) => at < until),
      };
      yield { type: 'restored', ...first, fills: last, ...before, orders: [], states: {} };
      first = { sums: undefined };
      conversions = conversions.filter(({ executedAt }) => executedAt >= until);
      entries = entries.filter(({ at }) => at >= until);
    }
    last = fills;
  }
  const bound = await journal.openOrders();
  const saved = await state.load(STRATEGY_STATE);
  const tombs = await tombsToRestore(saved[ENTOMBED_KEY], journal, new Set(openOrders.map(({ id }) => id)));
  const states = tombs === undefined ? saved : { ...saved, [ENTOMBED_KEY]: tombs };
  const executed = await fillLog.executed([...bound.map(({ intentId }) => intentId), ...childIdsIn(states)]);
  const remaining = new Map(openOrders.map((row) => [row.id, row.amount]));
  const live: Order[] = [];
  for (const order of bound) {
    const { intentId, orderId } = order;
    const placedAt = (await journal.get(intentId))?.createdAt ?? order.openedAt;
    const filled = executed.get(intentId)?.amount ?? ZERO;
    const earlier = filled.isZero() ? ZERO : filled.minus(await filledOf(fillLog, orderId));
    live.push(openOrder({ order, placedAt, filled, earlier, remaining: remaining.get(orderId), canceling: canceled.has(orderId) }));
  }
  const unresolved = await journal.unresolved();
  const unknown = unresolved.filter(({ kind }) => kind === 'place' || kind === 'replace').map(unknownOrder);
  const replacements = Object.fromEntries(
    unresolved.flatMap(({ id, kind, targetId }) => (kind === 'replace' && targetId !== undefined ? [[id, targetId]] : [])),
  );
  const unknownConversions = unresolved.filter(({ kind }) => kind === 'convert').map(unknownConversion);
  const childSums = Object.fromEntries(executed);
  const orders = [...live, ...unknown];
  yield { type: 'restored', ...first, fills: last, conversions, entries, orders, replacements, unknownConversions, states, childSums };
}

export interface FoundOrder {
  readonly order: BoundOrder;
  /** By our own clock: stops have begun by it, and the venue's may be another. */
  readonly placedAt: Instant;
  readonly filled: Decimal;
  /** What of it was executed under ids that replacements have left behind, which what the order can come to now has no part of. */
  readonly earlier?: Decimal;
  /** What the venue shows as open; undefined when it is gone from the list. */
  readonly remaining: Decimal | undefined;
  readonly canceling?: boolean;
}

/** A bound order as the engine is told of it. */
export function openOrder({ order, placedAt, filled, earlier = ZERO, remaining, canceling = false }: FoundOrder): Order {
  return {
    intentId: order.intentId,
    strategy: order.strategy,
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    price: order.price,
    // What the list shows as gone of it may be executions that are not known yet: they come, and count then. Where it is
    // gone altogether, the next rounds will say so.
    amount: maxDecimal(filled.plus(remaining ?? ZERO), earlier.plus(order.amount)),
    filled,
    state: 'open',
    closedBy: undefined,
    orderId: order.orderId,
    placedAt,
    updatedAt: order.openedAt,
    canceling,
    replacing: undefined,
    tag: order.tag,
  };
}

/** Nobody can say whether the venue has this order, placed or as the new shape of another one, so it keeps its lane and its reservation. */
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

function unknownConversion({ id, strategy, fingerprint }: Intent): UnknownConversion {
  return { intentId: id, strategy, ...conversionShapeOf(fingerprint) };
}
