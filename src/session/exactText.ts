import { type Decimal, decimalFrom, isDecimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';

/** Plain data as one line of JSON that gives the same data back, each Decimal with all its digits: 1.50 stands as `"=1.5"`. */
export function exactText(value: unknown): string {
  return JSON.stringify(value, marked);
}

/** As `exactText`, with the members in the order of their names: equal data is equal text, whoever made it. */
export function canonicalText(value: unknown): string {
  return exactText(inOrder(value));
}

/** The data behind an exact text. Throws a `Fault` `store` when it is none. */
export function exactValue(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? unmarked(value) : value));
  } catch (error) {
    throw new Fault('store', `not exact data: ${text.slice(0, 80)}`, { cause: error });
  }
}

function marked(this: unknown, key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  // `toJSON` of decimal.js has run by now and made a string of it, so the holder's own member is looked at.
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
