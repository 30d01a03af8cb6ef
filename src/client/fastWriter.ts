import { isDecimal } from '../base/decimal.ts';
import { isoOf } from '../base/instant.ts';
import { wireDigits } from '../base/json.ts';
import type { FastCheck, FastShape } from './fastShape.ts';

/**
 * Writes a value as JSON by its shape, byte for byte as the schema and `stringifyJson` would. Returns undefined when a value does
 * not fit or a check fails; the caller then uses the schema, which says what is wrong.
 */
export function fastWrite(shape: FastShape, value: unknown): string | undefined {
  switch (shape.kind) {
    case 'decimal':
      return isDecimal(value) && value.isFinite() && passes(shape.checks, value) ? wireDigits(value) : undefined;
    case 'id':
      return typeof value === 'string' && /^(?:0|-?[1-9]\d{0,39})$/.test(value) && passes(shape.checks, value) ? value : undefined;
    case 'int':
      return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31 && passes(shape.checks, value) ? String(value) : undefined;
    case 'dateTime':
      return Number.isSafeInteger(value) && Math.abs(value as number) <= 8.64e15 && passes(shape.checks, value)
        ? `"${isoOf(value as number)}"`
        : undefined;
    case 'text':
      return typeof value === 'string' && passes(shape.checks, value) ? quoted(value) : undefined;
    case 'boolean':
      return typeof value === 'boolean' && passes(shape.checks, value) ? String(value) : undefined;
    case 'enum':
      return shape.values.get(value as string);
    // Lists in requests are rare, and long enough that this path would not matter.
    case 'array':
      return undefined;
    case 'object':
      return writeObject(shape, value);
  }
}

/**
 * The members of an object as texts for a path or a query, the same as the schema would make. Undefined in the same cases as
 * `fastWrite`.
 */
export function fastTexts(shape: FastShape, values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> | undefined {
  if (shape.kind !== 'object' || shape.checks.length > 0) return undefined;
  const texts: Record<string, string> = {};
  for (const { name, shape: member, optional } of shape.fields) {
    const value = values[name];
    if (value === undefined && optional) continue;
    const text = fastText(member, value);
    if (text === undefined) return undefined;
    texts[name] = text;
  }
  return texts;
}

function fastText(shape: FastShape, value: unknown): string | undefined {
  switch (shape.kind) {
    case 'text':
      return typeof value === 'string' && passes(shape.checks, value) ? value : undefined;
    case 'enum':
      return typeof value === 'string' && shape.values.has(value) ? value : undefined;
    case 'decimal':
    case 'id':
    case 'int':
      return fastWrite(shape, value);
    default:
      return undefined;
  }
}

function writeObject({ fields, checks }: FastShape & { kind: 'object' }, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  let text = '{';
  for (const { name, token, shape, optional } of fields) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member === undefined && optional) continue;
    const written = fastWrite(shape, member);
    if (written === undefined) return undefined;
    text += (text.length === 1 ? token : `,${token}`) + written;
  }
  return passes(checks, value) ? `${text}}` : undefined;
}

function passes(checks: readonly FastCheck[], value: unknown): boolean {
  for (const check of checks) if (!check(value)) return false;
  return true;
}

/** Most texts need no escaping, and testing for that is quicker than escaping. */
function quoted(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that JSON escapes
  return /["\\\u0000-\u001f\ud800-\udfff]/.test(text) ? JSON.stringify(text) : `"${text}"`;
}
