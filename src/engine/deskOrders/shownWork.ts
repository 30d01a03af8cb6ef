import { dec, type Decimal } from '../../base/decimal.ts';
import { isoOf } from '../../base/instant.ts';
import type { WorkedProgress, WorkedTerms } from '../../model/deskOrder.ts';
import { amountOf, priceOf } from '../../model/grid.ts';
import { arrivalMid, atOncePrice } from './arrivalBook.ts';
import type { EngineState } from '../engineState.ts';
import type { DeskOrder, Leg } from './deskOrder.ts';
import { heldText, shutText } from './keptBack.ts';
import type { Work } from './work.ts';

const BPS = 10_000;
const PRICE_DIGITS = 12;

/** How far a worked order is. */
export function progressOf({ work, exits, market }: DeskOrder): WorkedProgress | undefined {
  if (work === undefined) return undefined;
  const { parts, arrival } = work.state;
  const [leg] = exits;
  return {
    terms: termsOf(leg!, work),
    parts,
    averagePrice: leg!.lots === 0 ? undefined : leg!.averagePrice,
    arrivalMid: arrival && arrivalMid(market, arrival),
    atOncePrice: arrival && atOncePrice(market, arrival),
  };
}

/** What it was asked for, as it was asked for. */
function termsOf({ ticks, order }: Leg, { terms }: Work): WorkedTerms {
  const { grid } = order.market.pair;
  const { kind } = terms;
  const price = priceOf(grid, ticks);
  const most = ticks === 0 ? {} : { limit: price };
  switch (kind) {
    case 'twap':
      return { kind, over: Math.round(terms.slices * terms.sliceMs), ...most };
    case 'pov':
      return { kind, share: dec(String(terms.share)), ...most };
    case 'iceberg':
      return { kind, show: amountOf(grid, terms.showLots), price };
    case 'peg':
      return { kind, offsetTicks: terms.offsetTicks, limit: price };
  }
}

/** What a worked order waits for, after what it has done. */
export function workText(order: DeskOrder, work: Work, state: EngineState): string {
  const [leg] = order.exits;
  const shut = shutText(leg!, state);
  const next = shut === undefined ? waitText(leg!, work) : `waits for ${shut}`;
  const waits = leg!.children.length > 0 ? 'waits for its order to be filled' : next;
  return `${doneText(order)}; ${waits}`;
}

/** What came of it: how much, and what that cost against the mid and the book of its arrival, without fees. */
export function resultText(order: DeskOrder): string {
  const { averagePrice: average, arrivalMid: mid, atOncePrice: atOnce, parts } = progressOf(order)!;
  const [leg] = order.exits;
  if (average === undefined || mid === undefined) return doneText(order);
  const cost = (price: Decimal): string => bpsText(leg!, price, mid);
  const once = atOnce === undefined ? 'the book of its arrival did not hold all of it' : `at once would have been ${cost(atOnce)}`;
  const sent = `${parts} ${parts === 1 ? 'part' : 'parts'}`;
  return `${doneText(order)} in ${sent} at ${average.toSignificantDigits(PRICE_DIGITS)}, ${cost(average)} than the mid at its arrival (${mid}); ${once}`;
}

function doneText(order: DeskOrder): string {
  const { lots, market, exits } = order;
  const { grid, base } = market.pair;
  const done = amountOf(grid, exits[0]!.lots);
  const all = lots === 0 ? '' : ` of ${amountOf(grid, lots)}`;
  const held = heldText(exits[0]!);
  return `${done}${all} ${base} done${held === undefined ? '' : ` (${held})`}${restText(order)}`;
}

/** What is left of one that is filled, since no order can be that small. */
function restText({ end, lots, closedLots, market }: DeskOrder): string {
  if (end !== 'filled' || lots <= closedLots) return '';
  const { grid, base, minVolume } = market.pair;
  return ` (${amountOf(grid, lots - closedLots)} ${base} is left: less than the least order, ${minVolume})`;
}

function waitText(leg: Leg, { terms, state }: Pick<Work, 'terms' | 'state'>): string {
  const { placedAt, market } = leg.order;
  const { grid, base } = market.pair;
  const limit = leg.ticks === 0 ? '' : `, within ${priceOf(grid, leg.ticks)}`;
  switch (terms.kind) {
    case 'twap':
      return `waits for part ${state.slice + 2} of ${terms.slices}, due at ${isoOf(Math.ceil(placedAt + (state.slice + 1) * terms.sliceMs))}${limit}`;
    case 'pov':
      return `waits for more to be traded: its share of ${amountOf(grid, Math.floor(state.counted))} ${base} is done${limit}`;
    case 'iceberg':
    case 'peg':
      return `waits for its turn to be sent${limit}`;
  }
}

/** How much worse a price is than another, for the side of the order. */
function bpsText(leg: Leg, price: Decimal, than: Decimal): string {
  const better = price
    .minus(than)
    .div(than)
    .times(BPS * leg.seen(1))
    .toDecimalPlaces(2);
  return better.isNegative() && !better.isZero() ? `${better.negated()} bps worse` : `${better} bps better`;
}
