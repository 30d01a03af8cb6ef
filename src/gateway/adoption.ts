import type { Clock } from '../base/clock.ts';
import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder, FillLog, Journal } from '../model/journal.ts';
import { type Candidate, fits, fitsPrice } from './candidates.ts';
import { type OrderShape, orderShapeOf } from './fingerprint.ts';
import type { FrozenLanes } from './frozenLanes.ts';

export interface AdoptionOptions {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  readonly frozen: FrozenLanes;
  /** How far the venue's word on a time may be off ours. */
  readonly skewMs: number;
}

type Candidates = ReadonlyMap<string, Candidate>;

/**
 * Adopts orders whose answer was lost: exactly one unbound order of the same shape, opened in the time window. None or
 * several prove nothing; the lane stays frozen. Errors never come here: only complete reads do.
 *
 * `offsetMs` is the venue's clock minus ours.
 */
export async function adoptOrders(
  lost: readonly Intent[],
  candidates: Candidates,
  offsetMs: number,
  options: AdoptionOptions,
): Promise<void> {
  for (const intent of lost) {
    const since = intent.createdAt + offsetMs - options.skewMs;
    if (intent.kind === 'place') await adoptPlaced(intent, candidates, since, options);
    if (intent.kind === 'replace') await adoptReplaced(intent, candidates, since, options);
  }
}

async function adoptPlaced(intent: Intent, candidates: Candidates, since: number, options: AdoptionOptions): Promise<void> {
  const asked = orderShapeOf(intent.fingerprint);
  const found = only(await unbound(candidates, (candidate) => fits(candidate, asked) && (candidate.openedAt ?? 0) >= since, options));
  if (found === undefined) return;
  const { orderId, amount } = found;
  await settle(intent, boundTo(intent, found, asked, amount, undefined), options);
  options.report({ type: 'order-opened', intentId: intent.id, orderId, amount, price: asked.price, adopted: true });
  await options.frozen.openIfFree(intent.lane);
}

/**
 * A replacement shows in one of two ways: the order itself at its new price or amount, or, with the order gone, an unseen one
 * of the new shape. While both the old order and a new one are there, nothing is concluded.
 */
async function adoptReplaced(intent: Intent, candidates: Candidates, since: number, options: AdoptionOptions): Promise<void> {
  const { journal, fillLog, report } = options;
  const asked = orderShapeOf(intent.fingerprint);
  const targetId = intent.targetId!;
  const before = await journal.order(targetId);
  const target = candidates.get(targetId);
  const fills = (await fillLog.fills({ orderId: targetId })).map(({ fill }) => fill).reverse();
  const filled = fills.reduce((sum, { amount }) => sum.plus(amount), ZERO);
  // A venue may take the amount for what is to be open, or for that and what was filled before.
  const amounts = [asked.amount, asked.amount.minus(filled)];
  const successors = await unbound(
    candidates,
    (candidate) => (candidate.openedAt ?? 0) >= since && amounts.some((amount) => fits(candidate, { ...asked, amount })),
    options,
  );
  const isMoved = target !== undefined && (target.isOpen ? isMovedOpen(target, asked, before) : isSpent(target, asked, before, fills));
  const isStillThere = target?.isOpen === true && !isMoved;
  if (isStillThere) return;
  const found = only(isMoved ? [target, ...successors] : successors);
  if (found === undefined) return;
  const isKept = found.orderId === targetId;
  const total = isKept && found.isOpen ? found.amount : isKept ? filled : found.amount;
  await settle(intent, boundTo(intent, found, asked, total, before), options);
  report({
    type: 'order-replaced',
    intentId: intent.id,
    orderId: targetId,
    newOrderId: found.orderId,
    price: asked.price ?? ZERO,
    amount: found.remaining,
    replacedAt: found.updatedAt ?? intent.createdAt,
  });
  await options.frozen.openIfFree(intent.lane);
}

/** The open order has the price that was asked for and did not have it before; or, at the same price, another amount. */
function isMovedOpen(target: Candidate, asked: OrderShape, before: BoundOrder | undefined): boolean {
  if (before === undefined || asked.price === undefined || target.price?.eq(asked.price) !== true) return false;
  if (before.price?.eq(asked.price) !== true) return true;
  return !target.amount.eq(before.amount) && target.remaining.lte(asked.amount);
}

/**
 * The order is gone and was executed to the end, to what it was before or to what it was to become: nothing is left of it
 * that could still be moved.
 */
function isSpent(target: Candidate, asked: OrderShape, before: BoundOrder | undefined, fills: readonly Fill[]): boolean {
  if (before === undefined || !target.isExecuted || !target.isPriceExecuted) return false;
  const fitsEither = fitsPrice(target, asked) || (before.price !== undefined && fitsPrice(target, { ...asked, price: before.price }));
  if (!fitsEither) return false;
  // What was asked for came on top of what was filled until then, or included it.
  const totals = [before.amount, asked.amount];
  let filled = ZERO;
  for (const { amount } of fills) totals.push((filled = filled.plus(amount)).plus(asked.amount));
  return filled.gte(before.amount) || totals.some((total) => total.eq(filled));
}

async function unbound(
  candidates: Candidates,
  test: (candidate: Candidate) => boolean,
  { journal }: AdoptionOptions,
): Promise<readonly Candidate[]> {
  const matching: Candidate[] = [];
  for (const candidate of candidates.values()) {
    if (test(candidate) && (await journal.order(candidate.orderId)) === undefined) matching.push(candidate);
  }
  return matching;
}

function only<T>(items: readonly T[]): T | undefined {
  return items.length === 1 ? items[0] : undefined;
}

async function settle(intent: Intent, order: BoundOrder, { journal, clock }: AdoptionOptions): Promise<void> {
  await journal.settle(intent.id, {
    state: 'adopted',
    at: clock.now(),
    venueId: order.orderId,
    evidence: 'exactly one order of this shape was found',
    order,
    ...(intent.kind === 'replace' ? { replaced: intent.targetId } : {}),
  });
}

function boundTo(
  intent: Intent,
  found: Candidate,
  { symbol, side, type, price }: OrderShape,
  amount: Decimal,
  before: BoundOrder | undefined,
): BoundOrder {
  return {
    orderId: found.orderId,
    intentId: before?.intentId ?? intent.id,
    strategy: intent.strategy,
    symbol,
    side,
    type,
    price,
    amount,
    openedAt: before?.openedAt ?? found.openedAt ?? intent.createdAt,
    closedAt: undefined,
    end: undefined,
    tag: before?.tag,
  };
}
