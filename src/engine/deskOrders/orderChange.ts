import type { Instant } from '../../base/instant.ts';
import type { Refusal } from '../refusal.ts';
import { lotsOfAny } from '../wantedQuotes.ts';
import { amount as readAmount, type Asked, bps, instant, price, shown, Unreadable } from './askedFields.ts';
import type { OrderChange } from './newOrder.ts';
import type { Amendment, DeskOrder, Leg, LegKind } from './deskOrder.ts';

const RESTING: ReadonlySet<LegKind> = new Set(['limit', 'post-only']);
const READERS: Readonly<Record<string, (order: DeskOrder, value: unknown, now: Instant) => () => void>> = {
  price: readPrice,
  amount: readWholeAmount,
  limit: readLimit,
  stop: readStop,
  trailBps: readTrail,
  takeProfit: readTakeProfit,
  until: readUntil,
};

/** Changes an order that the desk keeps: all that is asked for, or nothing. Returns why it can't be changed so. */
export function changeOrder(order: DeskOrder, change: OrderChange, now: Instant): Refusal | undefined {
  try {
    if (typeof change !== 'object' || change === null) throw new Unreadable('amend', `a change must be an object, not ${shown(change)}`);
    const asked = Object.entries(change as Asked).filter(([, value]) => value !== undefined);
    if (asked.length === 0) throw new Unreadable('amend', `a change must name one of ${Object.keys(READERS).join(', ')}`);
    if (order.ending !== undefined) throw new Unreadable('not-open', `the order can't be changed: it is to end (${order.ending})`);
    for (const step of asked.map(([field, value]) => readerOf(field)(order, value, now))) step();
  } catch (error) {
    if (error instanceof Unreadable) return error.refusal;
    throw error;
  }
  order.isQuiet = false;
  return undefined;
}

function readerOf(field: string): (typeof READERS)[string] {
  const reader = Object.hasOwn(READERS, field) ? READERS[field] : undefined;
  if (reader === undefined)
    throw new Unreadable('amend', `a change must name one of ${Object.keys(READERS).join(', ')}, not ${shown(field)}`);
  return reader;
}

function readPrice(order: DeskOrder, value: unknown): () => void {
  const { entry, exits, kind, market } = order;
  if (entry !== undefined) {
    const ticks = price('price', value, market, openEntry(order, entry, 'price').side);
    return () => (amendmentOf(entry).ticks = ticks);
  }
  const [exit] = exits;
  const hasPrice = kind === 'limit' || kind === 'take-profit' || kind === 'iceberg' || (kind === 'stop' && exit!.ticks > 0);
  return moveExit(order, hasPrice ? exit : undefined, 'price', value);
}

function readWholeAmount(order: DeskOrder, value: unknown): () => void {
  const { entry, exits, lots, market, work } = order;
  if (lots === 0) throw noSuch(order, 'amount');
  const whole = readAmount(value, market, work === undefined ? undefined : lotsOfAny);
  const filled = entry?.lots ?? order.closedLots;
  if (whole <= filled) throw new Unreadable('amount-grid', `amount must be more than what is filled already, not ${shown(value)}`);
  if (entry !== undefined) {
    openEntry(order, entry, 'amount');
    return () => (amendmentOf(entry).lots = whole);
  }
  if (work === undefined) unfired(order, exits[0], 'amount');
  return () => (order.lots = whole);
}

function readLimit(order: DeskOrder, value: unknown): () => void {
  const { work, exits, market } = order;
  const [leg] = exits;
  if (work === undefined || work.terms.kind === 'iceberg') throw noSuch(order, 'limit');
  const ticks = price('limit', value, market, leg!.side);
  return () => (leg!.ticks = ticks);
}

function readStop(order: DeskOrder, value: unknown): () => void {
  const exit = unfired(order, exitOf(order, 'stop'), 'stop');
  const stop = exit.seen(price('stop', value, order.market, exit.side));
  return () => {
    exit.stop = stop;
    exit.bps = 0;
  };
}

function readTrail(order: DeskOrder, value: unknown): () => void {
  const exit = unfired(order, exitOf(order, 'trailing-stop'), 'trailBps');
  const distance = bps('trailBps', value);
  return () => (exit.bps = distance);
}

function readTakeProfit(order: DeskOrder, value: unknown): () => void {
  const isPart = order.kind === 'bracket' || order.kind === 'one-of';
  return moveExit(order, isPart ? exitOf(order, 'take-profit') : undefined, 'takeProfit', value);
}

function readUntil(order: DeskOrder, value: unknown, now: Instant): () => void {
  const until = instant(value, now);
  if (order.kind === 'twap') throw noSuch(order, 'until');
  if (order.entry !== undefined) openEntry(order, order.entry, 'until');
  return () => (order.until = until);
}

/** What rests of an exit at another price is canceled, and placed anew at this one. */
function moveExit(order: DeskOrder, found: Leg | undefined, field: string, value: unknown): () => void {
  const exit = unfired(order, found, field);
  const ticks = price(field, value, order.market, exit.side);
  return () => {
    exit.ticks = ticks;
    exit.bps = 0;
    exit.isMoved = true;
  };
}

function exitOf({ exits }: DeskOrder, kind: LegKind): Leg | undefined {
  return exits.find((exit) => exit.kind === kind);
}

function unfired(order: DeskOrder, exit: Leg | undefined, field: string): Leg {
  if (exit === undefined) throw noSuch(order, field);
  if (order.fired === undefined && exit.end === undefined) return exit;
  throw new Unreadable('not-open', `${field} can't be changed: ${order.fired === undefined ? 'that exit is over' : 'an exit has fired'}`);
}

function openEntry(order: DeskOrder, entry: Leg, field: string): Leg {
  if (!RESTING.has(entry.kind)) throw noSuch(order, field);
  if (entry.end !== undefined) throw new Unreadable('not-open', `${field} can't be changed: the entry is ${entry.end}`);
  return entry;
}

function amendmentOf(entry: Leg): Amendment {
  return (entry.amendment ??= { ticks: entry.ticks, lots: entry.order.lots });
}

function noSuch({ kind, entry, lots }: DeskOrder, field: string): Unreadable {
  const what = kind === 'bracket' ? `a bracket whose entry is ${entry!.kind}` : `a ${kind}${lots === 0 ? ' of the position' : ''}`;
  return new Unreadable('amend', `${what} has no ${field} that could be changed`);
}
