import { type Decimal, maxDecimal, minDecimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { OpenOrderRow } from './accountLists.ts';
import { meaningOf, timeOf, type TradeRow } from './fillRows.ts';
import type { OrderShape } from './fingerprint.ts';

/** An order at the venue that may be the one whose answer was lost. */
export interface Candidate extends Omit<OrderShape, 'side' | 'type'> {
  /** The venue's own words. */
  readonly side: string;
  readonly type: string;
  readonly orderId: string;
  readonly isOpen: boolean;
  /** Open now. */
  readonly remaining: Decimal;
  readonly openedAt: Instant | undefined;
  /** The last change that the lists show. */
  readonly updatedAt: Instant | undefined;
  /** Whether `price` is the worst price of its executions and not its own, which may have been better for the venue's side. */
  readonly isPriceExecuted: boolean;
  /** Whether `amount` is what was asked for, by the venue's own word, and no sum of what is shown. */
  readonly isAmountAsked?: boolean;
  /** Whether anything of it was executed, as far as the lists show. */
  readonly hasExecutions: boolean;
  /** Whether the venue says that it was executed to the end. */
  readonly isExecuted: boolean;
  /** Whether the venue says that it was canceled. */
  readonly isCanceled: boolean;
}

/**
 * Every order that the lists show, by its id: open ones in their present state, and closed ones as far as their executions and
 * cancellations add up to what was asked for.
 */
export function candidatesOf(openOrders: readonly OpenOrderRow[], trades: readonly TradeRow[]): ReadonlyMap<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  for (const row of trades) candidates.set(row.id, joined(candidates.get(row.id), row));
  for (const row of openOrders) candidates.set(row.id, openCandidate(row, candidates.get(row.id)));
  return candidates;
}

/** Same symbol, side, type and amount, to the last digit, and the same price or executions at no worse one. */
export function fits(candidate: Candidate, asked: OrderShape): boolean {
  const { symbol, side, type, amount } = candidate;
  return symbol === asked.symbol && side === asked.side && type === asked.type && amount.eq(asked.amount) && fitsPrice(candidate, asked);
}

export function fitsPrice({ side, price, isPriceExecuted }: Candidate, asked: OrderShape): boolean {
  if (asked.price === undefined) return true;
  if (price === undefined) return false;
  if (!isPriceExecuted) return price.eq(asked.price);
  return side === 'Buy' ? price.lte(asked.price) : price.gte(asked.price);
}

function openCandidate(row: OpenOrderRow, traded: Candidate | undefined): Candidate {
  const { id: orderId, symbol, side, type, price, openTime: openedAt } = row;
  return {
    orderId,
    symbol,
    side,
    type,
    price,
    amount: row.initialAmount ?? row.amount.plus(traded?.amount ?? ZERO),
    isAmountAsked: row.initialAmount !== undefined,
    isOpen: true,
    remaining: row.amount,
    openedAt,
    updatedAt: row.updatedOn ?? openedAt,
    isPriceExecuted: false,
    hasExecutions: traded?.hasExecutions ?? false,
    isExecuted: false,
    isCanceled: false,
  };
}

/** Rows come newest first, and only a cancellation names the order's own price. */
function joined(known: Candidate | undefined, row: TradeRow): Candidate {
  const isCancellation = meaningOf(row) === 'cancellation';
  const isPriceExecuted = !isCancellation && known?.isPriceExecuted !== false;
  const own = isCancellation ? row.price : known?.price;
  return {
    orderId: row.id,
    symbol: row.symbol,
    side: row.side,
    type: row.type,
    price: isPriceExecuted ? worst(row.side, known?.price, row.price) : own,
    amount: row.amount.plus(known?.amount ?? ZERO),
    isOpen: false,
    remaining: ZERO,
    openedAt: row.openTime ?? known?.openedAt,
    updatedAt: known?.updatedAt ?? timeOf(row),
    isPriceExecuted,
    hasExecutions: !isCancellation || known?.hasExecutions === true,
    isExecuted: (known?.isExecuted ?? false) || (row.status === 'Executed' && !isCancellation),
    isCanceled: (known?.isCanceled ?? false) || isCancellation,
  };
}

function worst(side: string, a: Decimal | undefined, b: Decimal | undefined): Decimal | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return side === 'Buy' ? maxDecimal(a, b) : minDecimal(a, b);
}
