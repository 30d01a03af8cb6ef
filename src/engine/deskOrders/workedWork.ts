import { ALL_TRADING } from '../../model/tradingStop.ts';
import type { EngineState } from '../engineState.ts';
import { isFresh } from '../risk/staleData.ts';
import { arrivalOf, tellParts } from './arrivalBook.ts';
import { waitsForOwn } from './cancelMeeting.ts';
import type { DeskOrder, Leg } from './deskOrder.ts';
import { dueLots, isDue, sliceAt } from './dueLots.ts';
import { type Hands, mayBeCanceled, maySend, send, wait, withdraw } from './hands.ts';
import { noteEnd } from './noteEnd.ts';
import type { Work } from './work.ts';
import { isBeyondLimit, workPrice } from './workPrice.ts';

/** What a part that should take at once has not taken after this long is canceled. A resting one is moved no sooner. */
const PATIENCE_MS = 1000;
/** What was traded between two figures that are further apart does not count. */
const MOST_GAP_MS = 15 * 60_000;

/** Brings a worked order on: one part at a time, each decided on what the book and the clock say now. `left`: what may still be done. */
export function workWorked(leg: Leg, work: Work, left: number, hands: Hands): void {
  const { order, children } = leg;
  const { state } = hands;
  // It is looked at with each event, unless nothing can be due.
  order.isQuiet = false;
  if (work.state.arrival === undefined && isFresh(order.market, state)) work.state.arrival = arrivalOf(leg, left);
  if (work.terms.kind === 'pov') countVolume(leg, work, state);
  if (children.length > 0) {
    work.busyAt = state.now;
    if (isToGo(leg, work, left, state)) withdraw(leg, hands);
    else if (work.terms.kind === 'iceberg') order.isQuiet = true;
    return;
  }
  noteEnd(leg, hands);
  if (leg.end !== undefined || !isReady(order, state) || !maySend(leg, hands)) return;
  const ticks = workPrice(leg, work, state);
  const lots = ticks === 0 ? 0 : dueLots(leg, work, left, ticks, state);
  if (lots === 0) restUntilDue(leg, work, left, state);
  if (lots === 0 || waitsForOwn(leg, ticks, hands)) return;
  sendPart(leg, work, ticks, lots, lots === left, hands);
}

/** What it has sent is written down with the part, before that leaves. */
function sendPart(leg: Leg, { terms, state: kept }: Work, ticks: number, lots: number, isLast: boolean, hands: Hands): void {
  const { now } = hands.state;
  const { parts, slice } = kept;
  kept.parts++;
  if (terms.kind === 'twap') kept.slice = sliceAt(leg.order.placedAt, terms.sliceMs, now);
  const isSent = send(
    leg,
    ticks,
    lots,
    { ...hands, save: (one) => (hands.save(one), tellParts(one, one.childIds.slice(-1), hands.state)) },
    isLast,
  );
  if (isSent) return;
  // A check of our own refused it: a slice that is not sent is spread over the time left.
  kept.parts = parts;
  kept.slice = slice;
  wait(leg, now);
}

/** A TWAP rests until its next slice, a POV until the next figures. */
function restUntilDue(leg: Leg, work: Work, left: number, { now }: EngineState): void {
  const { order } = leg;
  const { terms, state } = work;
  if (state.arrival === undefined || isDue(leg, work, left, now)) return;
  order.isQuiet = true;
  if (terms.kind === 'twap') order.nextAt = Math.min(order.nextAt, order.placedAt + (state.slice + 1) * terms.sliceMs);
}

/** Whether a worked order that rests has to be looked at: there are new figures to count, or its strategy does not run. */
export function isStirred({ seat, market }: DeskOrder, { terms, seen }: Work): boolean {
  if (terms.kind === 'pov' && market.statistics !== seen) return true;
  return seat.state !== 'running' && seat.instance.settings !== undefined;
}

/** Whether what it has at the venue is to be canceled. */
function isToGo(leg: Leg, work: Work, left: number, state: EngineState): boolean {
  const { order, children } = leg;
  const [child] = children;
  const { kind } = work.terms;
  // What rests at the end of a life is canceled or kept as `risk.onStop` says; what must be watched is not left behind.
  if (isEnding(state)) return kind !== 'iceberg';
  if (isIdle(order) || leg.openLots > left) return true;
  if (kind === 'iceberg') return leg.isMoved && child!.ticks !== leg.ticks;
  if (!mayBeCanceled(child!)) return false;
  if (kind !== 'peg') return state.now >= child!.placedAt + PATIENCE_MS;
  if (!isFresh(order.market, state)) return true;
  // The book must have been read after the order was placed.
  return order.market.bookAt >= child!.placedAt + PATIENCE_MS && workPrice(leg, work, state) !== child!.ticks;
}

/** Whether it may send something: its strategy runs, and this is not the end. */
function isReady(order: DeskOrder, state: EngineState): boolean {
  return !isIdle(order) && order.seat.state !== 'waiting' && !isEnding(state);
}

/** Whether its strategy is paused or has stopped. What only reduces goes on all the same. A person's orders have no strategy. */
function isIdle({ seat, exits }: DeskOrder): boolean {
  const { state, instance } = seat;
  return !exits[0]!.reduces && instance.settings !== undefined && (state === 'paused' || state === 'stopped');
}

function isEnding({ stops }: EngineState): boolean {
  return stops.find({ scope: ALL_TRADING, cause: 'shutdown' }) !== undefined;
}

/**
 * Counts what the market trades, by how much the 24-hour figure has grown since it was seen last. That is the least that was traded: what
 * falls out of the 24 hours hides as much. Only what was traded while it might have traded too counts, so that it has nothing to catch up.
 */
function countVolume(leg: Leg, work: Work, state: EngineState): void {
  const { order } = leg;
  const { market, seat } = order;
  if (market.statistics === undefined || market.statistics === work.seen) return;
  work.seen = market.statistics;
  const dayLots = market.statistics.baseVolume.div(market.pair.grid.lot).toNumber();
  const grown = dayLots - work.dayLots;
  const isLate = state.now - work.seenAt > MOST_GAP_MS;
  work.dayLots = dayLots;
  work.seenAt = state.now;
  const mightTrade = market.hasTouch && isReady(order, state) && !state.stops.isHalted(seat.name, market.symbol) && !isBeyondLimit(leg);
  if (grown > 0 && !isLate && mightTrade) work.state.counted += grown;
}
