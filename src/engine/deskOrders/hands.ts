import type { Instant } from '../../base/instant.ts';
import { isBusy } from '../busyLane.ts';
import type { Dealing } from '../dealing.ts';
import type { EngineState } from '../engineState.ts';
import type { Refusals } from '../refusals.ts';
import { isStale } from '../risk/staleData.ts';
import type { EngineOrder } from '../market.ts';
import { BUY } from '../../model/side.ts';
import { mostLots, worstTicks } from '../worstTicks.ts';
import type { DeskOrder, Leg } from './deskOrder.ts';

/** The first wait after an order of a leg was refused. It doubles with each further one in a row. */
const FIRST_WAIT_MS = 1000;
const MOST_WAIT_MS = 60_000;
const SHORT_WAIT_MS = 500;
/** An order keeps this far within the collar, since the last gate looks at a book that may have moved. */
const COLLAR_PART = 0.95;

/** What the parts of the desk that keep orders work with. */
export interface Hands {
  readonly state: EngineState;
  readonly dealing: Dealing;
  readonly refusals: Refusals;
  /** All orders that the desk keeps, in the order in which they were placed. */
  readonly kept: readonly DeskOrder[];
  /** Writes down what the seat keeps, before an order of it is sent. */
  save(leg: Leg): void;
}

/** Whether a leg may send something now. When it may not, it is looked at again with the next event. */
export function maySend({ order, isExit, notBefore }: Leg, { state }: Hands): boolean {
  const { seat, market } = order;
  const isSeatReady = isExit || seat.state === 'running';
  const isBookGood = market.hasTouch && !isStale(order, state);
  const isLaneFree = !isBusy(market) && market.frozen === undefined;
  if (isSeatReady && isBookGood && isLaneFree && state.now >= notBefore && !state.stops.isHalted(seat.name, market.symbol)) return true;
  order.isQuiet = false;
  return false;
}

/** Sends an order of so many lots at most, or of exactly so many where that can be. False when a check refused it. */
export function send(leg: Leg, ticks: number, lots: number, hands: Hands, isExact: boolean = leg.reduces): boolean {
  const { order, side } = leg;
  const { seat, market } = order;
  const { state, dealing } = hands;
  // An exit goes in several orders where one would be too large; of an entry the risk gate says so.
  const most = leg.isExit ? Math.min(lots, mostLots(market, ticks, state)) : lots;
  leg.isCanceling = false;
  const shape = { seat, market, side, ticks, lots: most, tag: order.tag, reduces: leg.reduces, isExact };
  const child = dealing.placeFor(leg, shape, (placed) => {
    leg.children.push(placed);
    if (placed.intentId !== undefined) leg.childIds.push(placed.intentId);
    hands.save(leg);
  });
  leg.heldBy = child === undefined ? dealing.refusedBy : undefined;
  if (child !== undefined) return true;
  waitABit(leg, state.now);
  return false;
}

/** The price of an order that takes what the book has: so many bps beyond the touch where that is said, and never beyond the collar. */
export function takingTicks({ order, kind, side, bps }: Leg, state: EngineState): number {
  const { market } = order;
  const worst = worstTicks(market, side, state, COLLAR_PART);
  if (kind !== 'market' || bps === 0) return worst;
  const share = bps / 10_000;
  return side === BUY ? Math.min(worst, Math.ceil(market.midAsk * (1 + share))) : Math.max(worst, Math.floor(market.midBid * (1 - share)));
}

/** Cancels what the leg has at the venue. True when nothing is left of it. */
export function withdraw(leg: Leg, { dealing }: Hands): boolean {
  const { children } = leg;
  if (children.length === 0) return true;
  leg.isCanceling = true;
  leg.order.isQuiet = false;
  for (const child of children.slice()) dealing.cancel(child);
  return false;
}

/** What kept it back may be over soon: a check of our own, or a halt. */
export function waitABit(leg: Leg, now: Instant): void {
  leg.notBefore = now + SHORT_WAIT_MS;
  leg.order.isQuiet = false;
}

/** Whether an order is at the venue and nothing but a cancel of it may be on its way. `Dealing.cancel` repeats what was lost. */
export function mayBeCanceled({ state, isReplacing }: EngineOrder): boolean {
  return state === 'open' && !isReplacing;
}

/** The next order of the leg waits, longer with each that failed in a row. */
export function wait(leg: Leg, now: Instant): void {
  leg.order.isQuiet = false;
  leg.notBefore = now + Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** leg.failures);
  leg.failures++;
}
