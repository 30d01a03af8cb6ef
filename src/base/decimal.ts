import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Exact decimals for money: 40 significant digits, never exponent notation in `toString`, and a constructor of our own
 * so that no library can change the settings of ours.
 *
 * Forty digits hold every product of two wire amounts; only a division can round, and then half to even.
 */
export const Decimal = DecimalJs.clone({
  precision: 40,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  defaults: true,
});
export type Decimal = DecimalJs;

export const ZERO: Decimal = new Decimal(0);
export const ONE: Decimal = new Decimal(1);

const DECIMAL_TEXT = /^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/;

/** Reads a decimal from text, or answers undefined: no hexadecimal, no `Infinity`, no `NaN`, no blanks, no float on the way. */
export function decimalFrom(text: string): Decimal | undefined {
  if (text.length > 400 || !DECIMAL_TEXT.test(text)) return undefined;
  // The digits go through a setting wide enough to keep all of them; arithmetic alone works at 40 digits.
  return new Decimal(text);
}

/** A decimal literal: `dec('0.005')`. Takes text, or an integer that a number holds exactly. */
export function dec(value: string | bigint | number | Decimal): Decimal {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new TypeError(`dec(${value}): a fraction must be given as text, like dec('0.1')`);
  }
  const decimal = typeof value === 'string' ? decimalFrom(value) : new Decimal(value.toString());
  if (decimal === undefined) throw new TypeError(`dec(${JSON.stringify(value)}): not a decimal number`);
  return decimal;
}

export function isDecimal(value: unknown): value is Decimal {
  return DecimalJs.isDecimal(value);
}

export function minDecimal(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}

export function maxDecimal(a: Decimal, b: Decimal): Decimal {
  return a.gt(b) ? a : b;
}
