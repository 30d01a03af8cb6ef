import type { Instant } from '../base/instant.ts';
import { orderLane } from '../model/command.ts';
import type { Intent } from '../model/intent.ts';
import { type Candidate, fitsPrice } from './candidates.ts';
import { type OrderShape, orderShapeOf } from './fingerprint.ts';

/** What an unresolved intent says of the order that it may have led to. */
export type PendingShape = Pick<Intent, 'kind' | 'lane' | 'fingerprint'>;

/**
 * Whether an order that is bound to no intent may turn out to be what one of these has led to. Others must not wait for them: the
 * outcome of an intent may hang on balances that only the executions of others explain.
 *
 * `shownTo`: all that happened before then, by the venue's clock, is visible by now.
 */
export function mayBeOf(pending: readonly PendingShape[], candidate: Candidate, shownTo: Instant): boolean {
  const lane = orderLane(candidate.symbol);
  return pending.some((intent) => intent.lane === lane && mayBe(intent, candidate, shownTo));
}

/**
 * Whether an order shows less than was asked for and may be it all the same, since not all of it is shown. `shownTo`: all that happened before then is
 * visible; an order that is neither open nor over has parts that no list shows.
 */
export function mayBePartOf(asked: OrderShape, candidate: Candidate, shownTo: Instant): boolean {
  const { symbol, side, type, price, amount, isOpen, isExecuted, isCanceled, updatedAt = Infinity } = candidate;
  if ((isOpen || isExecuted || isCanceled) && updatedAt < shownTo) return false;
  if (symbol !== asked.symbol || side !== asked.side || type !== asked.type || amount.gte(asked.amount)) return false;
  return price === undefined || fitsPrice(candidate, asked);
}

/** What was executed to the end and is all visible has its whole amount. Anything else may have more than is shown. */
function mayBe({ kind, fingerprint }: PendingShape, candidate: Candidate, shownTo: Instant): boolean {
  const asked = orderShapeOf(fingerprint);
  const { side, type, price, amount, isExecuted, isCanceled, updatedAt = Infinity } = candidate;
  if (side !== asked.side || type !== asked.type) return false;
  if (price !== undefined && !fitsPrice(candidate, asked)) return false;
  // What a replacement asks for may be the total or what is to be open.
  const isWhole = kind === 'place' && (isExecuted || isCanceled) && updatedAt < shownTo;
  return isWhole ? amount.eq(asked.amount) : amount.lte(asked.amount);
}
