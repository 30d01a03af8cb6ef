import type { Instant } from '../../base/instant.ts';
import { cancelMeeting, meetingOrders } from './cancelMeeting.ts';
import type { DeskOrder, Leg } from './deskOrder.ts';
import { type Hands, mayBeCanceled, maySend, send, takingTicks, withdraw } from './hands.ts';
import { SELL } from '../../model/side.ts';
import { closesWith, isOfPosition, leftToClose, mayClose } from './lotsToClose.ts';
import { noteEnd } from './noteEnd.ts';
import { workWorked } from './workedWork.ts';

/** An amount that rests is brought up to what is wanted once this share of it is missing. */
const MISSING_SHARE = 0.01;
/** A limit order that should take at once and has not for this long follows the book with the next one. */
const PATIENCE_MS = 1000;

/** Brings the exits of an order on. They never close more than there is. */
export function workExits(order: DeskOrder, hands: Hands): void {
  const { exits } = order;
  if (exits.length === 0) return;
  if (leftToClose(order) > 0) order.hadPosition = true;
  if (order.ending !== undefined) {
    for (const exit of exits) withdraw(exit, hands);
    return;
  }
  if (watch(order, leftToClose(order))) hands.save(order.fired!);
  if (order.fired !== undefined && order.fired.reduces) freeTheAmount(order.fired, hands);
  if (order.fired !== undefined && isOfPosition(order)) clearTheWay(order, hands);
  const wanted = mayClose(order, hands.kept);
  for (const exit of exits) {
    if (order.fired !== undefined && order.fired !== exit) withdraw(exit, hands);
    else if (exit.kind === 'take-profit') rest(exit, wanted, hands);
    else if (order.work !== undefined) workWorked(exit, order.work, wanted, hands);
  }
  if (order.fired !== undefined && order.fired.kind !== 'take-profit') close(order.fired, wanted, hands);
}

/** An exit that closes the whole position ends what other exits of the strategy have at the venue: all of it is sold by this one. */
function clearTheWay(order: DeskOrder, hands: Hands): void {
  for (const other of hands.kept) {
    if (other === order || other.fired !== undefined || !closesWith(other, order)) continue;
    for (const exit of other.exits) withdraw(exit, hands);
  }
}

/** Looks whether a stop has come: true when one has fired. The touch that is watched is the one at which the exit would trade. */
function watch(order: DeskOrder, wanted: number): boolean {
  const { market } = order;
  order.low = -Infinity;
  order.high = Infinity;
  if (order.fired !== undefined || order.work !== undefined || wanted < market.dust) return false;
  if (!market.hasTouch || market.isTroubled) {
    // It is looked at again with each event, until a good book is there.
    order.isQuiet = false;
    return false;
  }
  for (const exit of order.exits) {
    if (exit.end !== undefined || exit.kind === 'take-profit') continue;
    const touch = exit.seen(exit.side === SELL ? market.midBid : market.midAsk);
    if (exit.kind === 'trailing-stop') follow(exit, touch);
    const stop = stopOf(exit);
    if (touch <= stop) {
      order.fired = exit;
      return true;
    }
    if (stop > order.low) order.low = stop;
    if (exit.kind === 'trailing-stop' && exit.mark < order.high) order.high = exit.mark;
    if (exit.kind === 'trailing-stop' && Number.isNaN(exit.mark) && exit.from < order.high) order.high = exit.from - 1;
  }
  return false;
}

/** Moves the mark of a trailing stop with the touch, once it has begun to follow. */
function follow(exit: Leg, touch: number): void {
  if (Number.isNaN(exit.mark) ? touch >= exit.from : touch > exit.mark) exit.mark = touch;
}

/** Where the exit fires now, seen from its side: a whole number of ticks. NaN while nothing tells. */
export function stopOf(exit: Leg): number {
  const { kind, order, bps } = exit;
  if (kind === 'trailing-stop') return Math.floor(away(exit.mark, -bps));
  if (bps === 0) return exit.stop;
  return Math.floor(away(entryPrice(order, exit), -bps));
}

/** A take-profit's price in ticks. NaN while nothing tells. */
export function gainTicks(exit: Leg): number {
  if (exit.ticks > 0) return exit.ticks;
  return Math.abs(Math.ceil(away(entryPrice(exit.order, exit), exit.bps)));
}

/** So many bps better or worse, seen from a side. */
function away(price: number, bps: number): number {
  return price + (Math.abs(price) * bps) / 10_000;
}

/** What was paid for what is to be closed, seen from the exit's side. */
function entryPrice({ entry, basis }: DeskOrder, exit: Leg): number {
  return exit.seen(entry === undefined ? basis : entry.averageTicks);
}

/** Keeps a take-profit resting for all that is to be closed. */
function rest(exit: Leg, wanted: number, hands: Hands): void {
  if (exit.end !== undefined) return;
  const { order, children } = exit;
  const { market } = order;
  noteEnd(exit, hands);
  if (exit.end !== undefined || isMoving(exit, hands)) return;
  const open = exit.openLots;
  if (open > wanted) {
    // The newest goes first: it has waited the least.
    exit.isCanceling = true;
    order.isQuiet = false;
    hands.dealing.cancel(children.at(-1)!);
    return;
  }
  const missing = wanted - open;
  if (wanted < leftToClose(order)) order.isQuiet = false;
  if (missing < market.least || (children.length > 0 && missing < wanted * MISSING_SHARE)) return;
  const ticks = gainTicks(exit);
  if (!(ticks > 0) || !maySend(exit, hands)) return;
  if (meetingOrders(exit, ticks).length > 0) {
    order.isQuiet = false;
    return;
  }
  send(exit, ticks, missing, hands);
}

/** Whether what rests at the price from before a change is still to be canceled. */
function isMoving(exit: Leg, { dealing }: Hands): boolean {
  if (!exit.isMoved) return false;
  const elsewhere = exit.children.filter(({ ticks }) => ticks !== exit.ticks);
  exit.isMoved = elsewhere.length > 0;
  if (!exit.isMoved) return false;
  exit.isCanceling = true;
  exit.order.isQuiet = false;
  for (const child of elsewhere) dealing.cancel(child);
  return true;
}

/** Closes what there is to close: with one order after the other up to the collar, or with one at the limit of a stop-limit. */
function close(exit: Leg, wanted: number, hands: Hands): void {
  const { order, children } = exit;
  const { state } = hands;
  if (order.exits.some((other) => other !== exit && other.children.length > 0)) return;
  if (order.entry !== undefined && order.entry.children.length > 0) return;
  if (children.length > 0) {
    if (isLate(exit, state.now)) withdraw(exit, hands);
    return;
  }
  noteEnd(exit, hands);
  // What others are closing may be left to it in the end.
  if (wanted < leftToClose(order)) order.isQuiet = false;
  if (exit.end !== undefined || wanted < order.market.least || !maySend(exit, hands)) return;
  const ticks = exit.ticks > 0 ? exit.ticks : takingTicks(exit, state);
  if (!cancelMeeting(exit, ticks, hands)) send(exit, ticks, wanted, hands);
}

/** Orders of the strategy itself on the exit's side hold the amount that it needs. The desk places none anew while an exit has fired. */
function freeTheAmount({ order, side }: Leg, { dealing }: Hands): void {
  for (const own of order.seat.live.copy()) if (own.side === side && own.keeper === undefined) dealing.cancel(own);
}

/** Whether an order that should take at once has to follow the book. */
function isLate(exit: Leg, now: Instant): boolean {
  if (exit.ticks > 0) return false;
  const { order } = exit;
  const placedAt = exit.children[0]!.placedAt;
  if (placedAt + PATIENCE_MS < order.nextAt) order.nextAt = placedAt + PATIENCE_MS;
  return mayBeCanceled(exit.children[0]!) && now >= placedAt + PATIENCE_MS;
}
