import type { Instant } from '../../base/instant.ts';
import { waitsForOwn } from './cancelMeeting.ts';
import type { AskedAmount, Leg } from './deskOrder.ts';
import { type Hands, mayBeCanceled, maySend, withdraw } from './hands.ts';
import { wouldTake } from './wouldTake.ts';

const WOULD_TAKE = 'there it would take from the book, so it stays where it is';

/**
 * Brings an entry's order at the venue to the price and the amount that it is to have: with a replacement where the venue replaces atomically;
 * otherwise the order is canceled, and what is left of it placed anew once it is closed. What a check refuses now leaves the order as it is.
 */
export function amendEntry(leg: Leg, hands: Hands): void {
  const { order, amendment } = leg;
  const child = leg.children[0]!;
  order.isQuiet = false;
  if (!mayBeCanceled(child) || child.isCanceling) return;
  const { ticks, lots } = amendment!;
  const left = lots - leg.lots;
  if (left < order.market.dust) {
    withdraw(leg, hands);
    return;
  }
  if (!maySend(leg, hands)) return;
  if (leg.kind === 'post-only' && wouldTake(leg, ticks)) {
    giveUp(leg);
    const { seat, market } = order;
    hands.refusals.refuse(seat.name, market.symbol, 'post-only', () => WOULD_TAKE);
    return;
  }
  if (waitsForOwn(leg, ticks, hands)) return;
  if (hands.state.replaces) replace(leg, ticks, left, hands);
  else cancelFirst(leg, ticks, left, hands);
}

/**
 * What the venue has is what counts, also where it did not take a replacement. What was executed before a replacement, and was not known when
 * it was sent, makes the whole more than was asked for: then the order is made smaller by as much.
 */
export function followChild(leg: Leg): void {
  const [child] = leg.children;
  if (!leg.isMoved || child === undefined || child.isReplacing || child.state !== 'open') return;
  leg.ticks = child.ticks;
  leg.order.lots = leg.lots - child.filled + child.lots;
  const { asked } = leg;
  // A replacement of an earlier life may still turn out to be the order.
  if (asked === undefined || child.market.unknown > 0) return;
  if (asked.replacedAt === undefined) noteAnswer(leg, asked, child.replacedAt);
  if (asked.replacedAt !== undefined && leg.order.lots > asked.lots) leg.amendment ??= { ticks: leg.ticks, lots: asked.lots };
}

/** What the venue has made of the last replacement is saved: what it asked for counts in a later life too, or not any more. */
function noteAnswer(leg: Leg, asked: AskedAmount, replacedAt: Instant): void {
  if (replacedAt === asked.replacedBefore) leg.asked = undefined;
  else asked.replacedAt = replacedAt;
  leg.order.isUnsaved = true;
}

/** An earlier order of it that was taken for never placed may show late, with executions: then the one of now is made smaller by as much. */
export function countBack(leg: Leg): void {
  const { order, children } = leg;
  if (!mayBeCanceled(children[0]!)) return;
  // One that has never left waits longer with each time in a row.
  if (leg.amendment === undefined) leg.failures = 0;
  if (leg.openLots > order.lots - leg.lots) leg.amendment ??= { ticks: leg.ticks, lots: order.lots };
}

/** An order that was canceled to be placed elsewhere is closed. */
export function takeAmendment(leg: Leg): void {
  const { order, amendment } = leg;
  if (amendment === undefined) return;
  giveUp(leg);
  leg.childEnd = undefined;
  leg.ticks = amendment.ticks;
  order.lots = Math.max(amendment.lots, leg.lots);
  if (order.lots - leg.lots < order.market.dust) leg.end = 'filled';
}

function cancelFirst(leg: Leg, ticks: number, left: number, hands: Hands): void {
  const heldBack = hands.dealing.heldBack(leg.children[0]!, ticks, left);
  if (heldBack === undefined) withdraw(leg, hands);
  else if (heldBack === 'refused') giveUp(leg);
}

/** Nothing that was asked for before is still to be done. */
function giveUp(leg: Leg): void {
  leg.amendment = undefined;
  leg.asked = undefined;
}

function replace(leg: Leg, ticks: number, left: number, hands: Hands): void {
  const { order } = leg;
  const child = leg.children[0]!;
  // What is asked for is written down before it leaves.
  const before = { ticks: leg.ticks, asked: leg.asked };
  const { lots } = order;
  Object.assign(leg, { ticks, isMoved: true, asked: { lots: leg.lots + left, replacedBefore: child.replacedAt } });
  order.lots = leg.lots + left;
  hands.save(leg);
  const dealt = hands.dealing.replace(child, ticks, left);
  if (dealt !== 'sent') {
    Object.assign(leg, before);
    order.lots = lots;
  }
  if (dealt !== 'busy') leg.amendment = undefined;
}
