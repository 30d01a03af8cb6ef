import { type Decimal, decimalFrom, isDecimal } from './decimal.ts';
import { readJson } from './jsonReader.ts';

declare global {
  // In ECMAScript since 2025 and in every Node that we support; TypeScript's library lags behind.
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

/**
 * A number as it stood in a JSON text, digit for digit. It was never a float.
 *
 * Wire schemas turn it into a Decimal, an id (text) or a small integer.
 */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** Shown where a message prints the offending value. */
  toString(): string {
    return this.text;
  }
  toJSON(): unknown {
    return JSON.rawJSON(this.text);
  }
}

export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Whether it is an object with members. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);
}

/**
 * Parses JSON without losing a digit: every number becomes a `JsonNumber`.
 *
 * Throws `SyntaxError` for anything that is not JSON, for a key that stands twice in one object, and for nesting beyond
 * `MAX_JSON_DEPTH`.
 */
export function parseJson(text: string): JsonValue {
  return readJson(text, (digits) => new JsonNumber(digits));
}

/**
 * Writes JSON. A Decimal becomes a number with exactly its digits (`1e-8` is written as `0.00000001`), and a `JsonNumber` keeps
 * its own text. `undefined` members are left out. A binary float that is not an integer is a programmer's error and throws.
 */
export function stringifyJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, writeExact, indent);
}

function writeExact(this: unknown, key: string, value: unknown): unknown {
  // By now decimal.js's `toJSON` has turned the value into a string, so we look at the holder's own member.
  const held = (this as Record<string, unknown>)[key];
  if (isDecimal(held)) return JSON.rawJSON(wireDigits(held));
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new TypeError(`${key}: ${value} is a binary float; money and measures on the wire are Decimal`);
  }
  if (typeof value === 'bigint') return JSON.rawJSON(value.toString());
  return value;
}

/** The digits of a decimal as a JSON number: plain notation, no exponent, zero without a sign. */
export function wireDigits(value: Decimal): string {
  if (!value.isFinite()) throw new TypeError(`${value.toString()} can't be written as a JSON number`);
  return value.isZero() ? '0' : value.toFixed();
}

/** The exact decimal of a number from the wire. Undefined when its exponent is larger than a venue can mean. */
export function decimalOf(number: JsonNumber): Decimal | undefined {
  const value = decimalFrom(number.text);
  if (value === undefined) return undefined;
  return value.isFinite() && value.e <= 60 && value.e >= -60 ? value : undefined;
}

/** An integer id of any size, as text exactly as it was sent. Undefined when the number is not a plain integer. */
export function idOf(number: JsonNumber): string | undefined {
  return /^(?:0|-?[1-9]\d{0,39})$/.test(number.text) ? number.text : undefined;
}

/** Writes command output: money and ids become strings, everything else stays as it is. */
export function jsonForPeople(value: unknown, indent?: number): string {
  return JSON.stringify(value, moneyAsText, indent);
}

function moneyAsText(this: unknown, key: string, value: unknown): unknown {
  const held = (this as Record<string, unknown>)[key];
  if (isDecimal(held)) return held.toFixed();
  if (held instanceof JsonNumber) return held.text;
  return typeof value === 'bigint' ? value.toString() : value;
}
