import { assert } from '../base/assert.ts';
import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';

/** The most rows that one reading may give. */
export const MAX_ROWS = 1_000_000;

/** All digits of a decimal as they are stored. */
export function decimalText(value: Decimal, field: string): string {
  const text = value.toFixed();
  assert(decimalFrom(text) !== undefined, `${field} must be finite and of at most 400 digits, not ${text.slice(0, 40)}`);
  return text;
}

/** Reads what `decimalText` wrote. Throws `store` when another hand has written something else. */
export function decimalOf(text: string, field: string): Decimal {
  const value = decimalFrom(text);
  if (value === undefined) throw new Fault('store', `the database holds ${JSON.stringify(text)} as ${field}, which is no decimal number`);
  return value;
}

export function optionalDecimalText(value: Decimal | undefined, field: string): string | null {
  return value === undefined ? null : decimalText(value, field);
}

/** Refuses a limit that is none. */
export function rowLimit(limit: number): number {
  assert(Number.isInteger(limit) && limit >= 1 && limit <= MAX_ROWS, `a limit must be from 1 to ${MAX_ROWS}, not ${limit}`);
  return limit;
}
