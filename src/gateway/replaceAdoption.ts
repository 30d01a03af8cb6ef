import { type Decimal, totalAmount, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Fill } from '../model/fill.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder } from '../model/journal.ts';
import { type AdoptionOptions, boundTo, type Candidates, idsOf, ONE_OF_THIS_SHAPE, only, settleAdopted, unbound } from './adopting.ts';
import { type Candidate, fits, fitsPrice } from './candidates.ts';
import { type Finding, mayBeAnyOf } from './finding.ts';
import { type OrderShape, orderShapeOf } from './fingerprint.ts';
import { openingOf } from './openingOf.ts';
import { settleNotPlaced } from './notPlaced.ts';

/** What is known of an order that was to be replaced. */
interface Target {
  readonly asked: OrderShape;
  /** As it was bound before. */
  readonly before: BoundOrder | undefined;
  /** Its executions, oldest first. */
  readonly fills: readonly Fill[];
  /** Since when the replacement can have taken place, by the venue's clock. */
  readonly since: Instant;
}

/**
 * How it stands: `open` as it was, `moved` to what was asked for, `filled` or `canceled` as it was, so that nothing is left of it
 * that could still be moved; or `unclear`.
 */
type Standing = 'open' | 'moved' | 'filled' | 'canceled' | 'unclear';

/**
 * A replacement shows in one of two ways: the order itself at its new price or amount, or, with the order gone, an unseen one
 * of the new shape. While both the old order and a new one are there, nothing is concluded.
 *
 * An order that was filled as it was before has nothing left to replace. The venue says as much when it refuses, or would have
 * done nothing else where it replaces in one step.
 */
export async function adoptReplaced(intent: Intent, candidates: Candidates, since: Instant, options: AdoptionOptions): Promise<Finding> {
  const { journal, fillLog } = options;
  const asked = orderShapeOf(intent.fingerprint);
  const targetId = intent.targetId!;
  const before = await journal.order(targetId);
  const target = candidates.get(targetId);
  const fills = (await fillLog.fills({ orderId: targetId })).map(({ fill }) => fill).reverse();
  const filled = totalAmount(fills);
  // A venue may take the amount for what is to be open, or for that and what was filled before.
  const amounts = [asked.amount, asked.amount.minus(filled)];
  const alike = await unbound(candidates, (candidate) => amounts.some((amount) => fits(candidate, { ...asked, amount })), options);
  const openings = alike.map((candidate) => openingOf(candidate, intent, since, options.sightings));
  const successors = alike.filter((_, i) => openings[i] === 'after');
  const nothing = mayBeAnyOf(idsOf(alike.filter((_, i) => openings[i] === 'doubtful')));
  const standing = target === undefined ? 'unclear' : standingOf(target, { asked, before, fills, since });
  if (standing === 'open') return successors.length === 0 ? nothing : mayBeAnyOf(idsOf(successors));
  if (standing === 'filled' && successors.length === 0 && (options.replacesAtomically || intent.refusal !== undefined)) {
    await settleNotPlaced(intent, 'not-open', `order ${targetId} was filled before it could be replaced`, options);
    return 'settled';
  }
  const possible = standing === 'moved' ? [target!, ...successors] : successors;
  const found = only(possible);
  if (found === undefined) return possible.length === 0 ? nothing : mayBeAnyOf(idsOf(possible));
  await adoptAsReplaced(intent, found, asked, ONE_OF_THIS_SHAPE, options);
  return 'settled';
}

/** Binds the order that the replacement has led to: the one that it moved, or the one that took its place. */
export async function adoptAsReplaced(
  intent: Intent,
  found: Candidate,
  shape: OrderShape,
  evidence: string,
  options: AdoptionOptions,
): Promise<void> {
  const { journal, fillLog, report, frozen } = options;
  const targetId = intent.targetId!;
  const before = await journal.order(targetId);
  const isKept = found.orderId === targetId;
  const total = isKept && !found.isOpen ? totalAmount((await fillLog.fills({ orderId: targetId })).map(({ fill }) => fill)) : found.amount;
  await settleAdopted(intent, boundTo(intent, found, shape, total, before), { evidence, replaced: targetId }, options);
  report({
    type: 'order-replaced',
    intentId: intent.id,
    orderId: targetId,
    newOrderId: found.orderId,
    price: shape.price ?? ZERO,
    amount: found.remaining,
    replacedAt: found.updatedAt ?? intent.createdAt,
    isFinal: false,
  });
  await frozen.openIfFree(intent.lane);
}

function standingOf(target: Candidate, known: Target): Standing {
  if (target.isOpen) return isMovedOpen(target, known) ? 'moved' : 'open';
  return standingOfEnded(target, known);
}

/** The open order has the price that was asked for and did not have it before; or, at the same price, another amount. */
function isMovedOpen(target: Candidate, { asked, before }: Target): boolean {
  if (before === undefined || asked.price === undefined || target.price?.eq(asked.price) !== true) return false;
  if (before.price?.eq(asked.price) !== true) return true;
  return !target.amount.eq(before.amount) && target.remaining.lte(asked.amount);
}

/**
 * An order that is gone: what it came to in all, and the prices since the replacement was sent, tell what it was at its end. Earlier
 * executions say nothing, since they may be of a price before the last.
 */
function standingOfEnded(target: Candidate, known: Target): Standing {
  const { asked, before, fills, since } = known;
  if (before === undefined || !(target.isExecuted || target.isCanceled)) return 'unclear';
  const end = target.isExecuted ? 'filled' : 'canceled';
  const late = fills.filter(({ tradedAt }) => tradedAt >= since);
  const fitsAt = (price: Decimal | undefined): boolean => price !== undefined && fitsEnded(target, late, { ...asked, price });
  const isWhole = target.amount.gte(before.amount);
  if (isWhole && fitsAt(before.price)) return end;
  // What was asked for came on top of what was filled until then, or included it.
  const totals = [asked.amount];
  let filled = ZERO;
  for (const { amount } of fills) totals.push((filled = filled.plus(amount)).plus(asked.amount));
  const isAsked = totals.some((total) => total.eq(target.amount)) || (target.isExecuted && isWhole);
  return isAsked && fitsAt(asked.price) ? 'moved' : 'unclear';
}

/** Only a cancellation names the order's own price; an execution may have been at a better one. */
function fitsEnded(target: Candidate, late: readonly Fill[], shape: OrderShape): boolean {
  if (!target.isPriceExecuted && target.price?.eq(shape.price!) !== true) return false;
  return late.every(({ price }) => fitsPrice({ ...target, price, isPriceExecuted: true }, shape));
}
