import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Exact decimals for money, with 40 significant digits. `toString` never uses an exponent. The constructor is our own, so that no
 * library can change its settings.
 *
 * Forty digits hold every product of two wire amounts. Only a division can round, and it rounds half to even.
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

/** No number that means anything is longer. */
export const LONGEST_DECIMAL = 400;

/**
 * Reads a decimal from text, or returns undefined. Hexadecimal, `Infinity`, `NaN` and blanks are refused, and the text never
 * becomes a float.
 */
export function decimalFrom(text: string): Decimal | undefined {
  if (text.length > LONGEST_DECIMAL || !DECIMAL_TEXT.test(text)) return undefined;
  // The constructor keeps all digits of the text; only arithmetic rounds to 40.
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

/** What the amounts of some rows add up to. */
export function totalAmount(rows: readonly { readonly amount: Decimal }[]): Decimal {
  return rows.reduce((sum, { amount }) => sum.plus(amount), ZERO);
}
