import { decimalFrom, type Decimal, ZERO } from '../base/decimal.ts';
import { isJsonObject, JsonNumber, type JsonValue, parseJson } from '../base/json.ts';

/** The body of a request or of a reply. One that is no JSON has no fields. */
export function bodyOf(text: string): JsonValue {
  try {
    return text === '' ? null : parseJson(text);
  } catch {
    return null;
  }
}

/** A member that is text or a number, as text. Empty where there is none. */
export function fieldOf(body: JsonValue, name: string): string {
  const value = isJsonObject(body) ? body[name] : undefined;
  if (value instanceof JsonNumber) return value.text;
  return typeof value === 'string' ? value : '';
}

/** The rows of a list: the body itself, or a member of it. */
export function rowsOf(body: JsonValue, list: string | undefined): readonly JsonValue[] {
  const rows = list === undefined || !isJsonObject(body) ? body : body[list];
  return Array.isArray(rows) ? (rows as readonly JsonValue[]) : [];
}

/** An amount in a member, or 0. */
export function amountIn(body: JsonValue, name: string): Decimal {
  const amount = decimalFrom(fieldOf(body, name));
  return amount?.isFinite() === true ? amount : ZERO;
}
