import { z } from 'zod';
import { assert } from '../base/assert.ts';
import { isDecimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { JsonNumber, stringifyJson } from '../base/json.ts';
import { fieldIssueOf } from '../contract/fieldIssue.ts';
import { type Operation, ROWS } from '../contract/operation.ts';
import { fastShapeOf } from './fastShape.ts';
import { fastTexts, fastWrite } from './fastWriter.ts';
import { contentHashOf } from './signer.ts';

/** A request down to its exact bytes, without key, time and signature. This is what a journal keeps. */
export interface PreparedRequest<Name extends string = string> {
  /** Key of the contract table. */
  readonly operation: Name;
  readonly method: string;
  /** As sent: percent-encoded, without the query string. */
  readonly path: string;
  /** As sent, without the question mark. It may be empty. */
  readonly query: string;
  /** Empty when the request has no body. */
  readonly body: string;
  readonly bodyBytes: Uint8Array | undefined;
  /** Base64 of the SHA-256 of `bodyBytes`. Empty when there is no body. */
  readonly bodyHash: string;
}

/**
 * Checks parameters against a row's schemas and writes the request. Throws a `Fault` `invalid-request`, `not-sent`, that names
 * each bad field.
 */
export type Prepare = (params: Readonly<Record<string, unknown>>) => PreparedRequest;

type Values = Readonly<Record<string, unknown>>;
type FieldErrors = Record<string, string[]>;

const NONE: Values = {};

/** Does once what can be done once per row. `pathTemplate` has `{name}` where a path parameter belongs. */
export function preparerOf(operation: string, row: Operation, pathTemplate: string): Prepare {
  const { path, query, body } = row.request;
  assert(query === undefined || row.method === 'GET', `${operation}: what changes something stands in the body, which is signed`);
  const known = new Set([path, query, body].flatMap((schema) => (schema === undefined ? [] : namesOf(schema))));
  const writePath = valuesWriterOf(path);
  const writeQuery = valuesWriterOf(query);
  const writeBody = body === undefined ? () => '' : bodyWriterOf(body);
  const fillPath = pathFillerOf(pathTemplate);
  return (params) => {
    const errors: FieldErrors = {};
    for (const name in params) {
      if (params[name] !== undefined && !known.has(name)) errors[name] = [`is not a parameter of ${operation}`];
    }
    const pathValues = writePath(params, errors);
    const queryValues = writeQuery(params, errors);
    const bodyText = writeBody(params, errors);
    if (Object.keys(errors).length > 0) throw invalidRequest(operation, errors);
    const bodyBytes = bodyText === '' ? undefined : Buffer.from(bodyText);
    return {
      operation,
      method: row.method,
      path: fillPath(pathValues),
      query: query === undefined ? '' : queryText(queryValues),
      body: bodyText,
      bodyBytes,
      bodyHash: contentHashOf(bodyText),
    };
  };
}

function valuesWriterOf(schema: z.ZodType | undefined): (params: Values, errors: FieldErrors) => Values {
  if (schema === undefined) return () => NONE;
  const shape = fastShapeOf(schema);
  return (params, errors) => (shape === undefined ? undefined : fastTexts(shape, params)) ?? encoded(schema, params, errors);
}

function bodyWriterOf(schema: z.ZodType): (params: Values, errors: FieldErrors) => string {
  const shape = fastShapeOf(schema);
  return (params, errors) => {
    const text = shape === undefined ? undefined : fastWrite(shape, params);
    return text ?? stringifyJson(encoded(schema, params, errors));
  };
}

/** The parameters that the schema names, as they go on the wire. Errors are added to `errors`. */
function encoded(schema: z.ZodType, params: Values, errors: FieldErrors): Values {
  const isList = schema instanceof z.ZodArray;
  const result = z.safeEncode(schema, isList ? params[ROWS] : pick(params, namesOf(schema)));
  if (result.success) return result.data as Values;
  for (const issue of result.error.issues) addIssue(errors, isList ? { ...issue, path: [ROWS, ...issue.path] } : issue, params);
  return {};
}

/** Makes a function that puts values in place of `{name}` in a template. */
function pathFillerOf(template: string): (values: Values) => string {
  // After the split, every second part is a name.
  const parts = template.split(/\{(\w+)\}/);
  return (values) => {
    let path = parts[0]!;
    for (let i = 1; i < parts.length; i += 2) path += encodeURIComponent(textOf(values[parts[i]!])) + parts[i + 1]!;
    return path;
  };
}

function queryText(query: Values): string {
  let text = '';
  for (const name in query) {
    const value = query[name];
    if (value === undefined) continue;
    text += `${text === '' ? '' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`;
  }
  return text;
}

function textOf(value: unknown): string {
  return value instanceof JsonNumber ? value.text : String(value);
}

function namesOf(schema: z.ZodType): readonly string[] {
  if (schema instanceof z.ZodArray) return [ROWS];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function pick(params: Values, names: readonly string[]): Values {
  const picked: Record<string, unknown> = {};
  for (const name of names) if (params[name] !== undefined) picked[name] = params[name];
  return picked;
}

function addIssue(fieldErrors: FieldErrors, issue: z.core.$ZodIssue, params: Values): void {
  const { path, field, message, isMissing } = fieldIssueOf(issue, params);
  const given = !isMissing && path.length === 1 && Object.hasOwn(params, field) ? `, not ${shown(params[field])}` : '';
  const told = (fieldErrors[field] ??= []);
  if (!told.includes(`${message}${given}`)) told.push(`${message}${given}`);
}

function shown(value: unknown): string {
  if (isDecimal(value)) return value.toFixed();
  const text = (JSON.stringify(value) as string | undefined) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function invalidRequest(operation: string, fieldErrors: Readonly<Record<string, readonly string[]>>): Fault {
  const fields = Object.entries(fieldErrors).map(([field, messages]) => `${field} ${messages.join(' and ')}`);
  return new Fault('invalid-request', `${operation}: ${fields.join('; ')}`, { outcome: 'not-sent', fieldErrors });
}
