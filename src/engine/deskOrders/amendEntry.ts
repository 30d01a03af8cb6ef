import { waitsForOwn } from './cancelMeeting.ts';
import type { Leg } from './deskOrder.ts';
import { type Hands, mayBeCanceled, maySend, withdraw } from './hands.ts';
import { wouldTake } from './wouldTake.ts';

const WOULD_TAKE = 'there it would take from the book, so it stays where it is';

/**
 * Brings an entry's order at the venue to the price and the amount that it is to have: with a replacement where the venue replaces atomically;
 * otherwise the order is canceled, and what is left of it placed anew once it is closed. What a check refuses leaves the order as it is.
 */
export function amendEntry(leg: Leg, hands: Hands): void {
  const { order, amendment } = leg;
  const child = leg.children[0]!;
  order.isQuiet = false;
  if (!mayBeCanceled(child) || child.isCanceling) return;
  const { ticks, lots } = amendment!;
  const left = lots - leg.lots;
  if (left < order.market.least) {
    withdraw(leg, hands);
    return;
  }
  if (!maySend(leg, hands)) return;
  if (leg.kind === 'post-only' && wouldTake(leg, ticks)) {
    leg.amendment = undefined;
    const { seat, market } = order;
    hands.refusals.refuse(seat.name, market.symbol, 'post-only', () => WOULD_TAKE);
    return;
  }
  if (waitsForOwn(leg, ticks, hands)) return;
  if (hands.state.replaces) replace(leg, ticks, left, hands);
  else withdraw(leg, hands);
}

/** What the venue has is what counts, also where it did not take a replacement. */
export function followChild(leg: Leg): void {
  const [child] = leg.children;
  if (!leg.isMoved || child === undefined || child.isReplacing || child.state !== 'open') return;
  leg.ticks = child.ticks;
  leg.order.lots = leg.lots - child.filled + child.lots;
}

/** An order that was canceled to be placed elsewhere is closed. */
export function takeAmendment(leg: Leg): void {
  const { order, amendment } = leg;
  if (amendment === undefined) return;
  leg.amendment = undefined;
  leg.childEnd = undefined;
  leg.ticks = amendment.ticks;
  order.lots = Math.max(amendment.lots, leg.lots);
  if (order.lots - leg.lots < order.market.least) leg.end = 'filled';
}

function replace(leg: Leg, ticks: number, left: number, hands: Hands): void {
  const { order } = leg;
  const child = leg.children[0]!;
  // What is asked for is written down before it leaves.
  const before = { ticks: leg.ticks, lots: order.lots };
  Object.assign(leg, { ticks, isMoved: true });
  order.lots = leg.lots + left;
  hands.save(leg);
  const dealt = hands.dealing.replace(child, ticks, left);
  if (dealt !== 'sent') {
    leg.ticks = before.ticks;
    order.lots = before.lots;
  }
  if (dealt !== 'busy') leg.amendment = undefined;
}
