import type { Decimal } from './decimal.ts';

const BASE = 1e7;
const WORD_DIGITS = 7;

/**
 * The plain number of a decimal, good to 15 digits: for comparisons that keep a margin. A fraction of the cost of `toNumber`,
 * which goes over text. NaN and infinite as they are.
 */
export function nearNumber(value: Decimal): number {
  const words = value.d as number[] | null;
  if (words === null) return value.toNumber();
  let sum = 0;
  for (let i = 0; i < words.length; i++) sum = sum * BASE + words[i]!;
  const power = (Math.floor(value.e / WORD_DIGITS) - words.length + 1) * WORD_DIGITS;
  const size = power < 0 ? sum / powerOfTen(-power) : sum * powerOfTen(power);
  return value.s < 0 ? -size : size;
}

const POWERS: readonly number[] = Array.from({ length: 50 }, (_, exponent) => 10 ** exponent);

function powerOfTen(exponent: number): number {
  return exponent < POWERS.length ? POWERS[exponent]! : 10 ** exponent;
}

/** Sums of near numbers say nothing about what is closer than this share of all that went into them. */
const DOUBT = 1e-9;

/** Whether one sum of near numbers is below another for certain. `size`: what all parts come to without their signs. */
export function isSurelyBelow(lesser: number, greater: number, size: number): boolean {
  return lesser < greater - size * DOUBT;
}
