import { z } from 'zod';
import type { Decimal } from '../base/decimal.ts';
import { messageOf } from '../base/fault.ts';
import { JsonNumber, type JsonValue, parseJson } from '../base/json.ts';
import { fastRead } from '../client/fastReader.ts';
import { fastShapeOf } from '../client/fastShape.ts';
import { decodeSafely } from '../contract/decodeSafely.ts';
import { fieldIssuesOf, fieldName } from '../contract/fieldIssue.ts';
import { type Operation, ROWS } from '../contract/operation.ts';
import { type FieldErrors, invalid, type RefusalAnswer } from './answer.ts';
import { isPercentText } from './http/isPercentText.ts';

/** The parameters of a call as they came, by the part of the request in which they stood. */
export interface RawParameters {
  readonly path: Readonly<Record<string, string>>;
  /** Without the question mark. */
  readonly query: string;
  readonly body: string;
}

type Decoded = { readonly type: 'decoded'; readonly parameters: Record<string, unknown> } | RefusalAnswer;

/** What could be read of parameters. A member that could not is left out. */
export type Readable<T> = T extends Decimal | string | number | boolean | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Readable<Item>[]
    : { readonly [Name in keyof T]?: Readable<T[Name]> | undefined };

/** Adds to the errors of parameters that could not all be read what else is wrong, as far as the readable ones tell. */
export type AlsoWrong<P = never> = (errors: FieldErrors, readable: () => Readable<P>) => FieldErrors;

/** Decodes a call's parameters with its row's schemas into one flat object. */
export type ParameterDecoder = (raw: RawParameters) => Decoded;

/** A fast path for calls whose parameters all stand in a plain body without faults. The schemas decide everything else. */
export function parameterDecoder(row: Operation, alsoWrong?: AlsoWrong): ParameterDecoder {
  const { path, query, body } = row.request;
  const isBodyOnly = path === undefined && query === undefined && row.method !== 'GET';
  const shape = isBodyOnly && body !== undefined && !(body instanceof z.ZodArray) ? fastShapeOf(body) : undefined;
  if (shape === undefined) return (raw) => decodeParameters(row, raw, alsoWrong);
  return (raw) => {
    const parameters = raw.query === '' ? (fastRead(shape, raw.body) as Record<string, unknown> | undefined) : undefined;
    return parameters === undefined ? decodeParameters(row, raw, alsoWrong) : { type: 'decoded', parameters };
  };
}

/** 000 Common conventions 1. A field that is not text was read with U+FFFD in place of what was sent. */
function notText(asked: readonly (readonly [name: string, value: string])[]): Record<string, string[]> {
  const names = asked.filter(([, value]) => value.includes('\uFFFD')).map(([name]) => name);
  return Object.fromEntries((names.length === 0 ? ['query'] : names).map((name) => [name, ['must be UTF-8 text']]));
}

/**
 * The parameters of a POST or DELETE may stand in the query, in the JSON body, or in both. If in both, the query counts (000
 * Common conventions 4).
 */
function decodeParameters(row: Operation, raw: RawParameters, alsoWrong: AlsoWrong | undefined): Decoded {
  const { path, query, body: bodySchema } = row.request;
  const isList = bodySchema instanceof z.ZodArray;
  const sent = row.method === 'GET' ? {} : parsedBody(raw.body);
  if (typeof sent === 'string') return invalid({ body: [sent] });
  if (sent === undefined || Array.isArray(sent) !== isList) return invalid({ body: [`must be a JSON ${isList ? 'array' : 'object'}`] });
  const asked = [...new URLSearchParams(raw.query)];
  if (!isPercentText(raw.query)) return invalid(notText(asked));
  const body = isList ? {} : (sent as Record<string, JsonValue>);
  const parts: readonly (readonly [z.ZodType | undefined, Record<string, unknown>])[] = [
    [path, fromText(path, Object.entries(raw.path))],
    [query, { ...body, ...fromText(query, asked) }],
    isList ? [z.object({ [ROWS]: bodySchema }), { [ROWS]: sent }] : [bodySchema, { ...body, ...fromText(bodySchema, asked) }],
  ];
  const parameters: Record<string, unknown> = {};
  const errors: Record<string, string[]> = {};
  for (const [schema, members] of parts) {
    if (schema === undefined) continue;
    const result = decodeSafely(schema, members);
    if (result.success) Object.assign(parameters, result.data);
    else collect(errors, result.error.issues, members);
  }
  if (Object.keys(errors).length === 0) return { type: 'decoded', parameters };
  const readable = (): unknown => Object.assign({}, ...parts.map(([schema, members]) => schema && readableOf(schema, members)));
  return invalid(alsoWrong?.(errors, readable as () => never) ?? errors);
}

/** What the schema reads of a value in which something is wrong: member by member, and item by item. */
function readableOf(schema: z.ZodType, given: unknown): unknown {
  const result = decodeSafely(schema, given);
  if (result.success) return result.data;
  if (schema instanceof z.ZodOptional) return readableOf(schema.unwrap() as z.ZodType, given);
  if (schema instanceof z.ZodUnion) return readableOf(schema.options[0] as z.ZodType, given);
  if (schema instanceof z.ZodArray && Array.isArray(given)) return given.map((item) => readableOf(schema.element as z.ZodType, item));
  if (!(schema instanceof z.ZodObject) || typeof given !== 'object' || given === null) return undefined;
  const members = given as Record<string, unknown>;
  const fields = Object.entries<z.ZodType>(schema.shape);
  return Object.fromEntries(fields.map(([name, field]) => [name, readableOf(field, members[name])]));
}

/**
 * A JSON object or array; an empty object when there is no body; undefined for any other JSON; and for what is no JSON, or has a
 * key twice, the text that says so (000 Common conventions 1).
 */
function parsedBody(text: string): Record<string, JsonValue> | JsonValue[] | string | undefined {
  if (text.trim() === '') return {};
  try {
    const body = parseJson(text);
    const isBody = typeof body === 'object' && body !== null && !(body instanceof JsonNumber);
    return isBody ? (body as Record<string, JsonValue> | JsonValue[]) : undefined;
  } catch (error) {
    return `is ${messageOf(error)}`;
  }
}

/** Text from path or query as the JSON value that the schema expects there. Empty text counts as absent. */
function fromText(schema: z.ZodType | undefined, entries: Iterable<[string, string]>): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  if (!(schema instanceof z.ZodObject)) return members;
  for (const [name, text] of entries) {
    const field = Object.hasOwn(schema.shape, name) ? (schema.shape as Record<string, z.ZodType | undefined>)[name] : undefined;
    if (field !== undefined && text !== '') members[name] = isNumeric(field) && NUMBER.test(text) ? new JsonNumber(text) : text;
  }
  return members;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const NUMERIC_KINDS: readonly unknown[] = ['decimal', 'id', 'int', 'millis'];

const numeric = new WeakMap<z.ZodType, boolean>();

/** Cached, since every request asks it of the same few schemas. */
function isNumeric(field: z.ZodType): boolean {
  const known = numeric.get(field);
  if (known !== undefined) return known;
  const found = holdsNumber(field);
  numeric.set(field, found);
  return found;
}

function holdsNumber(field: z.ZodType): boolean {
  const kind = field.meta()?.['wire'];
  if (kind !== undefined) return NUMERIC_KINDS.includes(kind);
  if (field instanceof z.ZodOptional) return isNumeric(field.unwrap() as z.ZodType);
  return field instanceof z.ZodUnion && isNumeric(field.options[0] as z.ZodType);
}

function collect(errors: Record<string, string[]>, issues: readonly z.core.$ZodIssue[], members: Record<string, unknown>): void {
  for (const issue of issues) {
    for (const { path, message } of fieldIssuesOf(issue, members)) {
      const told = (errors[fieldOf(path)] ??= []);
      if (!told.includes(message)) told.push(message);
    }
  }
}

/** In a body that is an array, the path reads `[3].amount`. */
function fieldOf(path: readonly PropertyKey[]): string {
  const names = path[0] === ROWS && typeof path[1] === 'number' ? path.slice(1) : path;
  return fieldName(names) || 'body';
}
