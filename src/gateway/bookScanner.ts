import { LONGEST_DECIMAL } from '../base/decimal.ts';
import { type Book, type BookSide, showLevels } from '../model/book.ts';
import type { Grid } from '../model/grid.ts';

const COMMA = 0x2c;
const DOT = 0x2e;
const ZERO = 0x30;
const OPEN = 0x5b;
const CLOSE = 0x5d;
const END = 0x7d;
/** The bytes of `],[`, and the bits that they take of four bytes that are read at once. */
const NEXT_LEVEL = 0x5b2c5d;
const THREE_BYTES = 0xffffff;

const BIDS = asciiOf('"bids":[');
const ASKS = asciiOf('"asks":[');
const TIMESTAMP = asciiOf('"timestamp":');

const POWERS = Float64Array.from({ length: 19 }, (_, exponent) => Number(`1e${exponent}`));

const INT_POWERS = Int32Array.from({ length: 10 }, (_, exponent) => 10 ** exponent);

/** An int32 accumulator holds any number of this many digits. */
const INT_DIGITS = 9;
/** A double holds this many. */
const EXACT_DIGITS = 15;

/**
 * Whole numbers are added up as multiples of 2^-60, which is just as exact. V8 adds whole doubles as int64, and the conversions
 * and checks for that take a tenth of the whole scan.
 */
const SHRINK = 2 ** -60;
const GROW = 2 ** 60;

/** Three times what 250 levels per side take at 40 bytes each. */
const MAX_BYTES = 65_536;

/** A body is first copied here, so that four bytes can be read at once anywhere in it. The bytes behind it have no effect. */
const text = new Uint8Array(MAX_BYTES + 4);
const view = new DataView(text.buffer);

/** Where the scan stopped, for functions that already return a number. */
let stoppedAt = 0;

/**
 * Reads the plainest form of an order book (no white space, no exponent, each of the three keys once, every level good and best
 * first) from the bytes of the response into whole ticks and lots. False when anything is unusual: the book is then half written,
 * and the caller reads the body in the general way, which also knows what is wrong with it.
 *
 * It relies on the last byte being `}`: nothing below steps over one, so nothing runs past the end.
 */
export function scanBook(bytes: Uint8Array, into: Book): boolean {
  const last = bytes.length - 1;
  if (last < 0 || last >= MAX_BYTES || bytes[last] !== END || bytes[0] !== 0x7b) return false;
  text.set(bytes);
  let seen = 0;
  let at = 1;
  for (;;) {
    let key: number;
    if (startsWith(at, BIDS)) {
      key = 1;
      at = scanSide(at + BIDS.length, into.bids, into.grid, -1);
    } else if (startsWith(at, ASKS)) {
      key = 2;
      at = scanSide(at + ASKS.length, into.asks, into.grid, 1);
    } else if (startsWith(at, TIMESTAMP)) {
      key = 4;
      into.exchangeAt = scanInteger(at + TIMESTAMP.length);
      at = into.exchangeAt < 0 ? -1 : stoppedAt;
    } else return false;
    if (at < 0 || (seen & key) !== 0) return false;
    seen |= key;
    if (text[at] !== COMMA) break;
    at++;
  }
  return seen === 7 && at === last;
}

/**
 * Scans `[price,quantity],...]`. Returns the index after the closing bracket, or -1. `step` is the direction in which prices move
 * away from the touch.
 *
 * It is one long function on purpose: the cursor stays in a register and the digits in int32 (`| 0` says so where V8 would check
 * for overflow). This makes it 2.5 times as fast as smaller functions that share a cursor. Where long runs of digits are likely,
 * four are tried at once. A number with more digits than an int32 holds is left to `scanNumber`.
 */
function scanSide(from: number, side: BookSide, grid: Grid, step: 1 | -1): number {
  const { ticks, lots } = side;
  const precision = grid.precision | 0;
  const lotDecimals = grid.lotDecimals | 0;
  const { lotUnits } = grid;
  const capacity = ticks.length;
  const maxTicks = ticks instanceof Int32Array ? 0x7fff_ffff : Number.MAX_SAFE_INTEGER;
  const areLotsPlain = lotUnits === 1 && lotDecimals <= INT_DIGITS;
  const lotScale = POWERS[lotDecimals]! * SHRINK;
  let previous = step > 0 ? 0 : maxTicks;
  let count = 0;
  let i = from | 0;
  showLevels(side, 0, 0);
  if (view.getUint8(i) === CLOSE) return i + 1;
  if (view.getUint8(i) !== OPEN) return -1;
  for (;;) {
    if (count === capacity) return -1;
    // The price: whole part and fraction go into one integer.
    let start = (i = (i + 1) | 0);
    let digit = view.getUint8(i) - ZERO;
    if (digit >>> 0 > 9) return -1;
    let units = fourDigits(view.getInt32(i, true));
    if (units < 0) units = 0;
    else digit = view.getUint8((i = (i + 4) | 0)) - ZERO;
    while (digit >>> 0 <= 9) {
      units = (Math.imul(units, 10) + digit) | 0;
      digit = view.getUint8((i = (i + 1) | 0)) - ZERO;
    }
    let digits = (i - start) | 0;
    if (digits > 1 && view.getUint8(start) === ZERO) return -1;
    let places = 0;
    if (digit === DOT - ZERO) {
      const first = (i = (i + 1) | 0);
      digit = view.getUint8(i) - ZERO;
      if (digit >>> 0 > 9) return -1;
      do {
        units = (Math.imul(units, 10) + digit) | 0;
        digit = view.getUint8((i = (i + 1) | 0)) - ZERO;
      } while (digit >>> 0 <= 9);
      places = (i - first) | 0;
      digits = (digits + places) | 0;
    }
    let missing = (precision - places) | 0;
    if (missing >= 0 && ((digits + missing) | 0) <= INT_DIGITS) {
      if (missing > 0) units = Math.imul(units, INT_POWERS[missing]!);
      if ((step > 0 ? units <= previous : units >= previous) || digit !== COMMA - ZERO) return -1;
      ticks[count] = previous = units;
    } else {
      const long = scanNumber(start, precision);
      i = stoppedAt | 0;
      if (long < 0 || long > maxTicks || (step > 0 ? long <= previous : long >= previous) || view.getUint8(i) !== COMMA) return -1;
      ticks[count] = previous = long;
    }

    // The quantity: whole part and fraction stay apart, since the two together often exceed nine digits.
    start = i = (i + 1) | 0;
    digit = view.getUint8(i) - ZERO;
    if (digit >>> 0 > 9) return -1;
    units = 0;
    do {
      units = (Math.imul(units, 10) + digit) | 0;
      digit = view.getUint8((i = (i + 1) | 0)) - ZERO;
    } while (digit >>> 0 <= 9);
    digits = (i - start) | 0;
    if (digits > 1 && view.getUint8(start) === ZERO) return -1;
    let fraction = 0;
    places = 0;
    if (digit === DOT - ZERO) {
      const first = (i = (i + 1) | 0);
      digit = view.getUint8(i) - ZERO;
      if (digit >>> 0 > 9) return -1;
      const four = fourDigits(view.getInt32(i, true));
      if (four >= 0) {
        fraction = four;
        const next = fourDigits(view.getInt32((i = (i + 4) | 0), true));
        if (next >= 0) {
          fraction = (Math.imul(four, 10_000) + next) | 0;
          i = (i + 4) | 0;
        }
        digit = view.getUint8(i) - ZERO;
      }
      while (digit >>> 0 <= 9) {
        fraction = (Math.imul(fraction, 10) + digit) | 0;
        digit = view.getUint8((i = (i + 1) | 0)) - ZERO;
      }
      places = (i - first) | 0;
    }
    missing = (lotDecimals - places) | 0;
    if (areLotsPlain && missing >= 0 && digits <= INT_DIGITS) {
      if (missing > 0) fraction = Math.imul(fraction, INT_POWERS[missing]!);
      const quantity = (units * lotScale + fraction * SHRINK) * GROW;
      if (quantity > Number.MAX_SAFE_INTEGER || quantity === 0 || digit !== CLOSE - ZERO) return -1;
      lots[count] = quantity;
    } else {
      const quantity = scanNumber(start, lotDecimals);
      i = stoppedAt | 0;
      if (quantity <= 0 || quantity % lotUnits !== 0 || view.getUint8(i) !== CLOSE) return -1;
      lots[count] = quantity / lotUnits;
    }
    count = (count + 1) | 0;
    if ((view.getInt32(i, true) & THREE_BYTES) !== NEXT_LEVEL) break;
    i = (i + 2) | 0;
  }
  if (view.getUint8(i + 1) !== CLOSE || previous === 0) return -1;
  showLevels(side, 0, count);
  return i + 2;
}

/** The number that four ASCII digits make, the first in the lowest byte. -1 when one of them is not a digit. */
function fourDigits(ascii: number): number {
  const digits = ascii ^ 0x30303030;
  // A byte above 9 has its upper half set, or gets it set when 6 is added.
  if ((((digits + 0x06060606) | digits) & 0xf0f0f0f0) !== 0) return -1;
  const pairs = (Math.imul(digits, 10 * 256 + 1) >>> 8) & 0x00ff00ff;
  return Math.imul(pairs, 100 * 65_536 + 1) >>> 16;
}

/**
 * Reads a number of up to fifteen significant digits as a multiple of 10^-decimals, and leaves the index after it in `stoppedAt`.
 * Zeros beyond the decimals are skipped. -1 when the number is longer, unusual or not a multiple.
 */
function scanNumber(from: number, decimals: number): number {
  let i = from;
  let value = 0;
  let digit = text[i]! - ZERO;
  if (digit >>> 0 > 9 || (digit === 0 && (text[i + 1]! - ZERO) >>> 0 <= 9)) return -1;
  for (; digit >>> 0 <= 9; digit = text[++i]! - ZERO) value = value * 10 + digit;
  if (i - from > EXACT_DIGITS) return -1;
  let places = 0;
  if (digit === DOT - ZERO) {
    const first = ++i;
    for (digit = text[i]! - ZERO; digit >>> 0 <= 9; digit = text[++i]! - ZERO) {
      if (i - first < decimals) value = value * 10 + digit;
      else if (digit !== 0) return -1;
    }
    if (i === first) return -1;
    places = Math.min(i - first, decimals);
  }
  if (i - from > LONGEST_DECIMAL) return -1;
  stoppedAt = i;
  // Rounding can only happen above 2^53, and a rounded value stays above it.
  const scaled = value * POWERS[decimals - places]!;
  return value <= Number.MAX_SAFE_INTEGER && scaled <= Number.MAX_SAFE_INTEGER ? scaled : -1;
}

/** Reads a whole number of up to fifteen digits, as `scanNumber` does. */
function scanInteger(from: number): number {
  let i = from;
  let value = 0;
  let digit = text[i]! - ZERO;
  if (digit === 0 && (text[i + 1]! - ZERO) >>> 0 <= 9) return -1;
  for (; digit >>> 0 <= 9; digit = text[++i]! - ZERO) value = value * 10 + digit;
  stoppedAt = i;
  return i === from || i - from > EXACT_DIGITS ? -1 : value;
}

function startsWith(at: number, key: Uint8Array): boolean {
  for (let i = 0; i < key.length; i++) if (text[at + i] !== key[i]) return false;
  return true;
}

function asciiOf(characters: string): Uint8Array {
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}
