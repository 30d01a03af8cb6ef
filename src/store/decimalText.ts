import { assert } from '../base/assert.ts';
import { type Decimal, decimalFrom } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';

/** All digits of a decimal, as they are stored. */
export function decimalText(value: Decimal, field: string): string {
  const text = value.toFixed();
  assert(decimalFrom(text) !== undefined, `${field} must be finite and of at most 400 digits, not ${text.slice(0, 40)}`);
  return text;
}

/** Reads what `decimalText` wrote. Throws `store` when something else has written another text. */
export function decimalOf(text: string, field: string): Decimal {
  const value = decimalFrom(text);
  if (value === undefined) throw new Fault('store', `the database holds ${JSON.stringify(text)} as ${field}, which is no decimal number`);
  return value;
}

export function optionalDecimalText(value: Decimal | undefined, field: string): string | null {
  return value === undefined ? null : decimalText(value, field);
}
