import { Decimal, ZERO } from './decimal.ts';

const BASE = 1e7;
const WORD_DIGITS = 7;

/**
 * The decimal `whole.fraction`, where the fraction has `places` digits (leading zeros included): what `new Decimal(text)` gives,
 * without going through text. Both parts have at most 14 digits.
 */
export function smallDecimal(whole: number, fraction: number, places: number): Decimal {
  const padded = fraction * POWERS[(places <= WORD_DIGITS ? WORD_DIGITS : 2 * WORD_DIGITS) - places]!;
  const high = places <= WORD_DIGITS ? padded : Math.floor(padded / BASE);
  const low = places <= WORD_DIGITS ? 0 : padded % BASE;
  const upper = Math.floor(whole / BASE);
  const words = [upper, whole % BASE, high, low];
  let first = 0;
  while (first < 4 && words[first] === 0) first++;
  if (first === 4) return ZERO;
  while (words[words.length - 1] === 0) words.pop();
  // The exponent of the first digit: two words stand before the point.
  const exponent = (1 - first) * WORD_DIGITS + digitsOf(words[first]!) - 1;
  return assembled(exponent, first === 0 ? words : words.slice(first));
}

/**
 * A positive decimal of its documented members: sign, exponent, and words of seven digits, most significant first. The
 * constructor would look at its argument for longer than all the rest takes.
 */
function assembled(e: number, d: readonly number[]): Decimal {
  const value = Object.create(Decimal.prototype) as { -readonly [K in 's' | 'e' | 'd']: Decimal[K] } & { constructor: unknown };
  value.constructor = Decimal;
  value.s = 1;
  value.e = e;
  value.d = d as number[];
  return value as unknown as Decimal;
}

const POWERS: readonly number[] = Array.from({ length: WORD_DIGITS + 8 }, (_, i) => 10 ** i);

function digitsOf(word: number): number {
  let digits = 1;
  while (digits < WORD_DIGITS && word >= POWERS[digits]!) digits++;
  return digits;
}
