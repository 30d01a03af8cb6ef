import { Decimal, ZERO } from './decimal.ts';

const BASE = 1e7;
const WORD_DIGITS = 7;

/**
 * The decimal `whole.fraction`, where the fraction has `places` digits, leading zeros included. The result is that of `new
 * Decimal(text)`, but no text is made. Both parts have at most 14 digits.
 */
export function smallDecimal(whole: number, fraction: number, places: number): Decimal {
  const padded = fraction * POWERS[(places <= WORD_DIGITS ? WORD_DIGITS : 2 * WORD_DIGITS) - places]!;
  const high = places <= WORD_DIGITS ? padded : Math.floor(padded / BASE);
  const low = places <= WORD_DIGITS ? 0 : padded % BASE;
  // The first and the last word of a decimal must not be 0.
  if (whole >= BASE) return longDecimal(whole, high, low);
  if (whole > 0) return new Assembled(digitsOf(whole) - 1, low > 0 ? [whole, high, low] : high > 0 ? [whole, high] : [whole]);
  if (high > 0) return new Assembled(digitsOf(high) - 1 - WORD_DIGITS, low > 0 ? [high, low] : [high]);
  return low > 0 ? new Assembled(digitsOf(low) - 1 - 2 * WORD_DIGITS, [low]) : ZERO;
}

function longDecimal(whole: number, high: number, low: number): Decimal {
  const upper = Math.floor(whole / BASE);
  const words = [upper, whole % BASE, high, low];
  while (words[words.length - 1] === 0) words.pop();
  return new Assembled(digitsOf(upper) - 1 + WORD_DIGITS, words);
}

/**
 * Makes a positive decimal from its documented members: sign, exponent, and words of seven digits, most significant first.
 * decimal.js's constructor would inspect its argument for longer than all the rest takes, and `Object.create` is slower than
 * `new`.
 */
const Assembled = function (this: Members, e: number, d: readonly number[]): void {
  this.constructor = Decimal;
  this.s = 1;
  this.e = e;
  this.d = d;
} as unknown as { prototype: Decimal } & (new (e: number, d: readonly number[]) => Decimal);
Assembled.prototype = Decimal.prototype;

interface Members {
  constructor: unknown;
  s: number;
  e: number;
  d: readonly number[];
}

const POWERS: readonly number[] = Array.from({ length: WORD_DIGITS + 8 }, (_, i) => 10 ** i);

function digitsOf(word: number): number {
  let digits = 1;
  while (digits < WORD_DIGITS && word >= POWERS[digits]!) digits++;
  return digits;
}
