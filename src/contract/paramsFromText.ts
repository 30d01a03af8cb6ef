import { z } from 'zod';
import { Fault, messageOf } from '../base/fault.ts';
import { JsonNumber, type JsonValue, parseJson } from '../base/json.ts';
import { fieldIssueOf, valueAt } from './fieldIssue.ts';
import { type Field, fieldsOf } from './fields.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { type Operation, ROWS } from './operation.ts';

/**
 * Reads the parameters of a call from texts as a person types them: numbers with exactly their digits, lists and objects as
 * JSON. The row's own schemas read them. Throws a `Fault` `invalid-request` that names each bad field.
 */
export function paramsFromText(operation: string, row: Operation, texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const fields = fieldsOf(row);
  const unknown = Object.keys(texts).filter((name) => !fields.some((field) => field.name === name));
  if (unknown.length > 0) {
    throw new Fault(
      'invalid-request',
      `${operation} has no parameter ${unknown.join(', ')}; it has ${fields.map(({ name }) => name).join(', ') || 'none'}`,
      {
        outcome: 'not-sent',
      },
    );
  }
  const problems: string[] = [];
  const params: Record<string, unknown> = {};
  for (const part of ['path', 'query', 'body'] as const) {
    const schema = row.request[part];
    const given = fields.filter((field) => field.part === part && texts[field.name] !== undefined);
    if (schema !== undefined) Object.assign(params, readPart(schema, given, texts, problems));
  }
  if (problems.length > 0) throw new Fault('invalid-request', `${operation}: ${problems.join('; ')}`, { outcome: 'not-sent' });
  return params;
}

/** Reads the members of one part and notes what is wrong with them. */
function readPart(schema: z.ZodType, given: readonly Field[], texts: Readonly<Record<string, string>>, problems: string[]): object {
  const unreadable = new Set<PropertyKey | undefined>();
  const wire: Record<string, JsonValue> = {};
  for (const field of given) {
    try {
      wire[field.name] = wireValueOf(field, texts[field.name]!);
    } catch (error) {
      unreadable.add(field.name);
      problems.push(`${field.name}: ${messageOf(error)}`);
    }
  }
  const isList = schema instanceof z.ZodArray;
  const result = z.safeDecode(schema, isList ? wire[ROWS] : wire);
  if (result.success) return isList ? { [ROWS]: result.data } : (result.data as object);
  for (const issue of result.error.issues) {
    const { path, field, message } = fieldIssueOf(isList ? { ...issue, path: [ROWS, ...issue.path] } : issue, wire);
    const problem = `${field}: ${message}${message.includes(', not ') ? '' : notText(valueAt(wire, path))}`;
    if (!unreadable.has(path[0]) && !problems.includes(problem)) problems.push(problem);
  }
  return {};
}

/** Throws an `Error` that says what was expected. */
function wireValueOf({ schema }: Field, text: string): JsonValue {
  const types = typesOf(schema);
  if (types.has('string')) return text;
  if (types.has('number') || types.has('integer')) return new JsonNumber(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  try {
    return parseJson(text);
  } catch (error) {
    throw new Error(`expected ${types.has('boolean') ? 'true or false' : 'JSON'}, not ${text.slice(0, 60)}`, { cause: error });
  }
}

function typesOf(schema: JsonSchema): ReadonlySet<string> {
  if (schema.anyOf !== undefined) return new Set(schema.anyOf.flatMap((option) => [...typesOf(option)]));
  const { type } = schema;
  return new Set(type === undefined ? [] : typeof type === 'string' ? [type] : type);
}

/** A value that was given and is wrong, cut short. Nothing for one that is missing, empty, or not of one piece. */
function notText(value: unknown): string {
  const text = value instanceof JsonNumber ? value.text : value;
  return typeof text !== 'string' || text === '' ? '' : `, not ${text.slice(0, 60)}`;
}
