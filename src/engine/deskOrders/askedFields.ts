import { isDecimal } from '../../base/decimal.ts';
import { DAY_MS, type Instant, isoOf } from '../../base/instant.ts';
import type { Side } from '../../model/grid.ts';
import type { Market } from '../market.ts';
import type { Refusal } from '../refusal.ts';
import { sideOf } from '../../model/side.ts';
import { amountLots, signalTicks } from '../wantedQuotes.ts';

/** What is asked for, as far as a strategy that is not checked by types may have written it. */
export type Asked = Readonly<Record<string, unknown>>;

const MOST_BPS = 10_000;
const MOST_KEY = 200;
const LONG_AGO_MS = 365 * DAY_MS;

/** Why what is asked for can't be an order. */
export class Unreadable extends Error {
  readonly refusal: Refusal;

  constructor(rule: string, message: string) {
    super(message);
    this.refusal = { rule, message };
  }
}

/** Reads a number above 0 and up to `most`. */
export function share(field: string, value: unknown, most: number): number {
  const number = isDecimal(value) ? value.toNumber() : value;
  if (typeof number === 'number' && number > 0 && number <= most) return number;
  throw new Unreadable(field, `${field} must be a number above 0 and up to ${most}, not ${shown(value)}`);
}

/** Reads a whole number in a range. */
export function whole(field: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw new Unreadable(field, `${field} must be a whole number from ${least} to ${most}, not ${shown(value)}`);
}

/** The refusal of an amount below the least order. */
export function tooSmall(what: string, { pair }: Market): Unreadable {
  return new Unreadable('min-volume', `${what} is below the least volume ${pair.minVolume} of ${pair.symbol}`);
}

/** Refuses both and neither of two fields. */
export function exactlyOne(asked: Asked, one: string, other: string): void {
  if ((asked[one] === undefined) === (asked[other] === undefined)) {
    const found = asked[one] === undefined ? 'neither' : 'both';
    throw new Unreadable(one, `exactly one of ${one} and ${other} must be given, not ${found}`);
  }
}

/** Reads a number of ten-thousandths above 0. */
export function bps(field: string, value: unknown): number {
  const number = isDecimal(value) ? value.toNumber() : value;
  if (typeof number === 'number' && number > 0 && number < MOST_BPS) return number;
  throw new Unreadable('bps', `${field} must be a number of bps above 0 and below ${MOST_BPS}, not ${shown(value)}`);
}

/** Reads a price in ticks, rounded as an order of this side is. */
export function price(field: string, value: unknown, { pair }: Market, side: number): number {
  const name: Side = sideOf(side);
  const isPrice = isDecimal(value) || typeof value === 'number';
  const ticks = isPrice ? signalTicks(pair, name, value) : undefined;
  if (ticks !== undefined && ticks > 0) return ticks;
  throw new Unreadable('price-grid', `${field} must be a price of ${pair.symbol}, not ${shown(value)}`);
}

/** Reads an amount of the base currency in lots. `expected`: what else it might have been. */
export function amount(value: unknown, market: Market, lotsOf = amountLots, expected = ''): number {
  if (!isDecimal(value) || !value.isFinite())
    throw new Unreadable('amount-grid', `amount must be a finite Decimal like dec('0.005')${expected}, not ${shown(value)}`);
  const lots = lotsOf(market.pair, value);
  if (lots === undefined) throw tooSmall(`amount ${value}`, market);
  return lots;
}

/** Reads a short text. */
export function text(field: string, value: unknown): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= MOST_KEY) return value;
  throw new Unreadable(field, `${field} must be a text of 1 to ${MOST_KEY} characters, not ${shown(value)}`);
}

/** Reads a time to come, in whole milliseconds. What lies long before `now` is how long something takes, and no time. */
export function instant(value: unknown, now: Instant): Instant {
  const isTime = typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value > now - LONG_AGO_MS;
  if (isTime && value > now) return value;
  if (isTime) throw new Unreadable('until', `until must be a time after now, ${isoOf(now)}, not ${isoOf(value)}`);
  throw new Unreadable('until', `until must be a time in whole milliseconds, such as ctx.now + 60_000, not ${shown(value)}`);
}

/** A value as a refusal shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  if (isDecimal(value)) return value.toString();
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
