import { type Book, type BookSide, showLevels } from '../model/book.ts';

const COMMA = 0x2c;
const DOT = 0x2e;
const ZERO = 0x30;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const END = 0x7d;

const BIDS = asciiOf('"bids":[');
const ASKS = asciiOf('"asks":[');
const TIMESTAMP = asciiOf('"timestamp":');

const POWERS = Float64Array.from({ length: 19 }, (_, exponent) => Number(`1e${exponent}`));

const INT_POWERS = Int32Array.from({ length: 10 }, (_, exponent) => 10 ** exponent);

/** An int32 accumulator holds this many digits whatever they are. */
const INT_DIGITS = 9;
/** A double holds this many. */
const EXACT_DIGITS = 15;

/** Where the scan stopped, for functions whose result is a number already. */
let stoppedAt = 0;

/**
 * Reads the plainest form of an order book (no white space, no exponent, each of the three keys once, every level good and
 * best first) from the bytes of the response into whole ticks and lots. False when anything at all is unusual: the book is
 * then half written, and the caller reads the body in the general way, which also knows what is wrong with it.
 *
 * It relies on the last byte being `}`: no loop below steps over one, so none runs past the end.
 */
export function scanBook(bytes: Uint8Array, into: Book): boolean {
  const last = bytes.length - 1;
  if (last < 0 || bytes[last] !== END || bytes[0] !== 0x7b) return false;
  const { grid } = into;
  let seen = 0;
  let at = 1;
  for (;;) {
    let key: number;
    if (startsWith(bytes, at, BIDS)) {
      key = 1;
      at = scanSide(bytes, at + BIDS.length, into.bids, grid.precision, grid.lotDecimals, grid.lotUnits, -1);
    } else if (startsWith(bytes, at, ASKS)) {
      key = 2;
      at = scanSide(bytes, at + ASKS.length, into.asks, grid.precision, grid.lotDecimals, grid.lotUnits, 1);
    } else if (startsWith(bytes, at, TIMESTAMP)) {
      key = 4;
      into.exchangeAt = scanInteger(bytes, at + TIMESTAMP.length);
      at = into.exchangeAt < 0 ? -1 : stoppedAt;
    } else return false;
    if (at < 0 || (seen & key) !== 0) return false;
    seen |= key;
    if (bytes[at] !== COMMA) break;
    at++;
  }
  return seen === 7 && at === last;
}

/**
 * Scans `[price,quantity],...]`; answers the index after the closing bracket, or -1. `step` is the direction in which
 * prices move away from the touch.
 *
 * One long function on purpose: the cursor stays in a register and the digits in int32, which makes it 2.5 times as fast
 * as smaller functions that share a cursor. A number of more digits takes `scanNumber`.
 */
function scanSide(
  bytes: Uint8Array,
  from: number,
  side: BookSide,
  precision: number,
  lotDecimals: number,
  lotUnits: number,
  step: 1 | -1,
): number {
  const { ticks, lots } = side;
  const capacity = ticks.length;
  const maxTicks = ticks instanceof Int32Array ? 0x7fff_ffff : Number.MAX_SAFE_INTEGER;
  const lotScale = POWERS[lotDecimals]!;
  let previous = step > 0 ? 0 : maxTicks;
  let count = 0;
  let i = from;
  showLevels(side, 0, 0);
  if (bytes[i] === CLOSE) return i + 1;
  for (;;) {
    if (bytes[i] !== OPEN || count === capacity) return -1;
    // The price: whole and fraction run into one integer.
    let start = ++i;
    let digit = bytes[i]! - ZERO;
    if (digit >>> 0 > 9) return -1;
    let units = 0;
    do {
      units = (Math.imul(units, 10) + digit) | 0;
      digit = bytes[++i]! - ZERO;
    } while (digit >>> 0 <= 9);
    let digits = i - start;
    if (digits > 1 && bytes[start] === ZERO) return -1;
    let places = 0;
    if (digit === DOT - ZERO) {
      const first = ++i;
      digit = bytes[i]! - ZERO;
      if (digit >>> 0 > 9) return -1;
      do {
        units = (Math.imul(units, 10) + digit) | 0;
        digit = bytes[++i]! - ZERO;
      } while (digit >>> 0 <= 9);
      places = i - first;
      digits += places;
    }
    let missing = precision - places;
    if (missing >= 0 && digits + missing <= INT_DIGITS) {
      if (missing > 0) units = Math.imul(units, INT_POWERS[missing]!);
      if ((step > 0 ? units <= previous : units >= previous) || digit !== COMMA - ZERO) return -1;
      ticks[count] = previous = units;
    } else {
      const long = scanNumber(bytes, start, precision);
      i = stoppedAt;
      if (long < 0 || long > maxTicks || (step > 0 ? long <= previous : long >= previous) || bytes[i] !== COMMA) return -1;
      ticks[count] = previous = long;
    }

    // The quantity: whole and fraction apart, since the two together often exceed nine digits.
    start = ++i;
    digit = bytes[i]! - ZERO;
    if (digit >>> 0 > 9) return -1;
    units = 0;
    do {
      units = (Math.imul(units, 10) + digit) | 0;
      digit = bytes[++i]! - ZERO;
    } while (digit >>> 0 <= 9);
    digits = i - start;
    if (digits > 1 && bytes[start] === ZERO) return -1;
    let fraction = 0;
    places = 0;
    if (digit === DOT - ZERO) {
      const first = ++i;
      digit = bytes[i]! - ZERO;
      if (digit >>> 0 > 9) return -1;
      do {
        fraction = (Math.imul(fraction, 10) + digit) | 0;
        digit = bytes[++i]! - ZERO;
      } while (digit >>> 0 <= 9);
      places = i - first;
    }
    missing = lotDecimals - places;
    if (missing >= 0 && lotUnits === 1 && digits <= INT_DIGITS && lotDecimals <= INT_DIGITS) {
      if (missing > 0) fraction = Math.imul(fraction, INT_POWERS[missing]!);
      const quantity = units * lotScale + fraction;
      if (quantity > Number.MAX_SAFE_INTEGER || quantity === 0 || digit !== CLOSE - ZERO) return -1;
      lots[count] = quantity;
    } else {
      const quantity = scanNumber(bytes, start, lotDecimals);
      i = stoppedAt;
      if (quantity <= 0 || quantity % lotUnits !== 0 || bytes[i] !== CLOSE) return -1;
      lots[count] = quantity / lotUnits;
    }
    count++;
    const next = bytes[++i];
    i++;
    if (next === CLOSE) break;
    if (next !== COMMA) return -1;
  }
  if (previous === 0) return -1;
  showLevels(side, 0, count);
  return i;
}

/**
 * Reads one number of up to fifteen significant digits as a multiple of 10^-decimals and leaves the index after it in
 * `stoppedAt`. Zeros beyond the decimals are read over. -1 when it is longer, unusual or not a multiple.
 */
function scanNumber(bytes: Uint8Array, from: number, decimals: number): number {
  let i = from;
  let value = 0;
  let digit = bytes[i]! - ZERO;
  if (digit >>> 0 > 9 || (digit === 0 && (bytes[i + 1]! - ZERO) >>> 0 <= 9)) return -1;
  for (; digit >>> 0 <= 9; digit = bytes[++i]! - ZERO) value = value * 10 + digit;
  if (i - from > EXACT_DIGITS) return -1;
  let places = 0;
  if (digit === DOT - ZERO) {
    const first = ++i;
    for (digit = bytes[i]! - ZERO; digit >>> 0 <= 9; digit = bytes[++i]! - ZERO) {
      if (i - first < decimals) value = value * 10 + digit;
      else if (digit !== 0) return -1;
    }
    if (i === first) return -1;
    places = Math.min(i - first, decimals);
  }
  stoppedAt = i;
  // Rounding can only happen above 2^53, and what is rounded there stays above it.
  const scaled = value * POWERS[decimals - places]!;
  return value <= Number.MAX_SAFE_INTEGER && scaled <= Number.MAX_SAFE_INTEGER ? scaled : -1;
}

/** Reads a whole number of up to fifteen digits, as `scanNumber` does. */
function scanInteger(bytes: Uint8Array, from: number): number {
  let i = from;
  let value = 0;
  let digit = bytes[i]! - ZERO;
  if (digit === 0 && (bytes[i + 1]! - ZERO) >>> 0 <= 9) return -1;
  for (; digit >>> 0 <= 9; digit = bytes[++i]! - ZERO) value = value * 10 + digit;
  stoppedAt = i;
  return i === from || i - from > EXACT_DIGITS ? -1 : value;
}

function startsWith(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  if (at + text.length >= bytes.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false;
  return true;
}

function asciiOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
