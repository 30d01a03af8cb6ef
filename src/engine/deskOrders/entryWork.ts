import { ALL_TRADING } from '../../model/tradingStop.ts';
import type { DeskOrderEnd } from '../../model/deskOrder.ts';
import { amendEntry, countBack, followChild, takeAmendment } from './amendEntry.ts';
import { waitsForOwn } from './cancelMeeting.ts';
import type { Leg } from './deskOrder.ts';
import { type Hands, mayBeCanceled, maySend, send, takingTicks, wait, withdraw } from './hands.ts';
import { wouldTake } from './wouldTake.ts';

/** Brings a leg on that places one order: an entry, or an order by itself. It is done when that order is closed. */
export function workEntry(leg: Leg, hands: Hands): void {
  if (leg.end !== undefined) return;
  const { order } = leg;
  const ending = endingOf(leg, hands);
  if (ending !== undefined) {
    if (withdraw(leg, hands)) leg.end = isFilled(leg) ? 'filled' : ending;
    return;
  }
  if (leg.wasNeverMoved) {
    leg.wasNeverMoved = false;
    wait(leg, hands.state.now);
  }
  followChild(leg);
  if (leg.children.length > 0) {
    if (isOver(leg)) {
      withdraw(leg, hands);
      return;
    }
    countBack(leg);
    if (leg.amendment !== undefined) amendEntry(leg, hands);
    return;
  }
  if (wasNeverThere(leg)) {
    leg.childEnd = undefined;
    wait(leg, hands.state.now);
  }
  if (mayGoOn(leg)) takeAmendment(leg);
  if (leg.end !== undefined) return;
  if (leg.childEnd !== undefined) {
    leg.end = endOfChild(leg);
    if (leg.end === 'refused') order.reason = 'the venue refused it';
    return;
  }
  // An order that was taken for never placed may show late, with executions.
  if (leg.lots > 0 && order.lots - leg.lots < order.market.dust) {
    leg.end = 'filled';
    return;
  }
  if (!maySend(leg, hands)) return;
  const ticks = leg.kind === 'market' ? takingTicks(leg, hands.state) : leg.ticks;
  if (leg.kind === 'post-only' && wouldTake(leg, ticks)) {
    leg.end = 'refused';
    order.reason = 'it would take from the book';
    return;
  }
  if (waitsForOwn(leg, ticks, hands)) return;
  if (send(leg, ticks, order.lots - leg.lots, hands)) return;
  leg.end = 'refused';
  order.reason = `the check ${hands.dealing.refusedBy} refused it`;
}

/** Whether it is to end, whatever its price does. */
function endingOf({ order, lots }: Leg, { state }: Hands): DeskOrderEnd | undefined {
  if (order.ending !== undefined) return order.ending;
  if (state.now >= order.until) return 'expired';
  // An exit has fired, so nothing more is to be entered.
  if (order.fired !== undefined) return lots > 0 ? 'filled' : 'canceled';
  // A strategy that does not run takes no new risk. What rests at the end of a life is canceled or kept as `risk.onStop` says.
  const isEnding = state.stops.find({ scope: ALL_TRADING, cause: 'shutdown' }) !== undefined;
  return isEnding || order.seat.state === 'running' || order.seat.state === 'waiting' ? undefined : 'canceled';
}

/** Whether what is left of its order is to go now. */
function isOver({ kind, children, hasTaken }: Leg): boolean {
  if (kind === 'post-only') return hasTaken;
  return (kind === 'market' || kind === 'ioc') && mayBeCanceled(children[0]!);
}

/** Whether it is proven that the venue has never had its last order: then it is sent once more, as an exit would be. */
function wasNeverThere({ childEnd }: Leg): boolean {
  return childEnd === 'not-sent' || childEnd === 'not-placed';
}

/** Whether nothing was sent yet, or its order was canceled by the desk to be placed elsewhere. */
function mayGoOn({ childEnd, isCanceling, isLetGo }: Leg): boolean {
  return childEnd === undefined || (childEnd === 'canceled' && isCanceling && !isLetGo);
}

function endOfChild(leg: Leg): DeskOrderEnd {
  if (leg.childEnd === 'filled' || isFilled(leg)) return 'filled';
  if (leg.childEnd === 'refused') return 'refused';
  // What a market order or an IOC has not taken is canceled: that is no person's wish.
  return leg.isCanceling && leg.kind !== 'post-only' && leg.lots > 0 ? 'filled' : 'canceled';
}

function isFilled({ lots, order }: Leg): boolean {
  return lots >= order.lots;
}
