import { type Decimal, decimalFrom, isDecimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';

/**
 * Plain data as one line of JSON from which the same data can be read. A Decimal keeps all its digits: 1.50 is written as
 * `"=1.5"`.
 */
export function exactText(value: unknown): string {
  return JSON.stringify(value, marked);
}

/** Like `exactText`, with the members in the order of their names, so that equal data always has equal text. */
export function canonicalText(value: unknown): string {
  return exactText(inOrder(value));
}

/** Reads the data back from an exact text. Throws a `Fault` `store` when it is not one. */
export function exactValue(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? unmarked(value) : value));
  } catch (error) {
    throw new Fault('store', `not exact data: ${text.slice(0, 80)}`, { cause: error });
  }
}

function marked(this: unknown, key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  // By now decimal.js's `toJSON` has turned the value into a string, so we look at the holder's own member.
  const held = (this as Record<string, unknown>)[key];
  if (isDecimal(held)) return `=${held.toFixed()}`;
  return value.startsWith('=') || value.startsWith('~') ? `~${value}` : value;
}

function unmarked(text: string): string | Decimal {
  if (text.startsWith('~')) return text.slice(1);
  if (!text.startsWith('=')) return text;
  const value = decimalFrom(text.slice(1));
  if (value === undefined) throw new TypeError(`${text} is no decimal`);
  return value;
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null || isDecimal(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(members.map(([name, inner]) => [name, inOrder(inner)]));
}
