import type { Clock } from '../base/clock.ts';
import { type Decimal, maxDecimal, minDecimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Report } from '../model/event.ts';
import type { Side } from '../model/grid.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder, FillLog, Journal } from '../model/journal.ts';
import type { OrderType } from '../model/order.ts';
import type { ConversionRow, OpenOrderRow } from './accountLists.ts';
import { conversionFingerprint, type OrderShape, orderShapeOf } from './fingerprint.ts';
import { meaningOf, type TradeRow } from './fillRows.ts';

interface AdoptionOptions {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  readonly skewMs: number;
}

/** An order seen at the venue that may be the one whose answer was lost. */
interface Candidate {
  readonly orderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: Decimal | undefined;
  /** What was asked for. */
  readonly amount: Decimal;
  readonly openedAt: Instant | undefined;
  /** `price` is the worst of its executions and not its own: it may have been better than what was asked for. */
  readonly executedOnly: boolean;
}

/**
 * Adopts orders whose answer was lost: exactly one unbound order of the same shape, opened in the time window. None or
 * several prove nothing; the lane stays frozen. Errors never come here: only complete reads do.
 */
export async function adoptOrders(
  lost: readonly Intent[],
  openOrders: readonly OpenOrderRow[],
  trades: readonly TradeRow[],
  options: AdoptionOptions,
): Promise<void> {
  const { journal, report, clock, skewMs } = options;
  const candidates = candidatesOf(openOrders, trades);
  for (const intent of lost) {
    const matching: Candidate[] = [];
    const asked = orderShapeOf(intent.fingerprint);
    for (const candidate of candidates) {
      if (!fits(candidate, asked)) continue;
      if (intent.kind === 'replace' && candidate.orderId === intent.targetId) {
        matching.push(candidate);
        continue;
      }
      if (candidate.openedAt === undefined || candidate.openedAt < intent.createdAt - skewMs) continue;
      if ((await journal.order(candidate.orderId)) === undefined) matching.push(candidate);
    }
    if (matching.length !== 1) continue;
    const found = matching[0]!;
    const at = clock.now();
    const before = intent.targetId === undefined ? undefined : await journal.order(intent.targetId);
    const price = asked.price;
    const order = boundOrderOf(intent, { ...found, price }, before);
    await journal.settle(intent.id, {
      state: 'adopted',
      at,
      venueId: found.orderId,
      evidence: 'exactly one order of this shape was found',
      order,
      ...(intent.kind === 'replace' ? { replaced: intent.targetId } : {}),
    });
    if (intent.kind === 'place') {
      report({ type: 'order-opened', intentId: intent.id, orderId: found.orderId, amount: found.amount, price, adopted: true });
    } else {
      report({
        type: 'order-replaced',
        intentId: intent.id,
        orderId: intent.targetId!,
        newOrderId: found.orderId,
        price: price ?? ZERO,
        amount: found.amount,
        replacedAt: intent.createdAt,
      });
    }
    report({ type: 'lane-opened', lane: intent.lane });
  }
}

/** Adopts conversions by the history: exactly one unknown row of the same currencies and amounts in the time window. */
export async function adoptConversions(lost: readonly Intent[], rows: readonly ConversionRow[], options: AdoptionOptions): Promise<void> {
  const { journal, fillLog, report, clock, skewMs } = options;
  const bound = new Set((await fillLog.conversions(10_000)).map((conversion) => conversion.id));
  for (const intent of lost) {
    const matching = rows.filter(
      (row) =>
        !bound.has(row.id) &&
        row.operationExecutionTime >= intent.createdAt - skewMs &&
        conversionFingerprint(row.fromCurrency, row.toCurrency, row.amountFrom, row.amountTo) === intent.fingerprint,
    );
    if (matching.length !== 1) continue;
    const row = matching[0]!;
    bound.add(row.id);
    const conversion = {
      id: row.id,
      fromCurrency: row.fromCurrency,
      toCurrency: row.toCurrency,
      fromAmount: row.amountFrom,
      toAmount: row.amountTo,
      rate: row.rate,
      executedAt: row.operationExecutionTime,
      intentId: intent.id,
      strategy: intent.strategy,
    };
    await fillLog.recordConversion(conversion);
    await journal.settle(intent.id, { state: 'adopted', at: clock.now(), venueId: row.id, evidence: 'found in the conversion history' });
    report({ type: 'converted', conversion, adopted: true });
    report({ type: 'lane-opened', lane: intent.lane });
  }
}

/** Open orders as they stand, and closed ones as far as their executions and cancellations add up to what was asked for. */
function candidatesOf(openOrders: readonly OpenOrderRow[], trades: readonly TradeRow[]): Candidate[] {
  const open = openOrders.map((row): Candidate => ({
    orderId: row.id,
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    price: row.price,
    amount: row.initialAmount ?? row.amount,
    openedAt: row.openTime,
    executedOnly: false,
  }));
  const seen = new Set(open.map((candidate) => candidate.orderId));
  const closed = new Map<string, Candidate>();
  for (const row of trades) {
    if (seen.has(row.id)) continue;
    const known = closed.get(row.id);
    const amount = row.amount.plus(known?.amount ?? ZERO);
    const executedOnly = meaningOf(row) !== 'cancellation' && known?.executedOnly !== false;
    // Only a cancellation names the order's own price.
    const price = executedOnly ? worst(row.side, known?.price, row.price) : meaningOf(row) === 'cancellation' ? row.price : known?.price;
    closed.set(row.id, {
      orderId: row.id,
      symbol: row.symbol,
      side: row.side,
      type: row.type,
      price,
      amount,
      openedAt: row.openTime,
      executedOnly,
    });
  }
  return [...open, ...closed.values()];
}

function worst(side: Side, a: Decimal | undefined, b: Decimal | undefined): Decimal | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return side === 'Buy' ? maxDecimal(a, b) : minDecimal(a, b);
}

/** Same symbol, side, type and amount, to the last digit; same price, or executed at no worse one. */
function fits(candidate: Candidate, asked: OrderShape): boolean {
  const { symbol, side, type, amount, price } = candidate;
  if (symbol !== asked.symbol || side !== asked.side || type !== asked.type || !amount.eq(asked.amount)) return false;
  if (asked.price === undefined) return true;
  if (price === undefined) return false;
  if (!candidate.executedOnly) return price.eq(asked.price);
  return side === 'Buy' ? price.lte(asked.price) : price.gte(asked.price);
}

function boundOrderOf(intent: Intent, found: Candidate, before: BoundOrder | undefined): BoundOrder {
  return {
    orderId: found.orderId,
    intentId: before?.intentId ?? intent.id,
    strategy: intent.strategy,
    symbol: found.symbol,
    side: found.side,
    type: found.type,
    price: found.price,
    amount: found.amount,
    openedAt: found.openedAt ?? intent.createdAt,
    closedAt: undefined,
    end: undefined,
    tag: before?.tag,
  };
}
