import { z } from 'zod';
import { Fault } from '../base/fault.ts';
import { JsonNumber, type JsonValue, parseJson } from '../base/json.ts';
import { type Field, fieldsOf } from './fields.ts';
import type { JsonSchema } from './jsonSchema.ts';
import { type Operation, ROWS } from './operation.ts';

/**
 * The parameters of a call from texts, as a person types them: numbers with exactly their digits, lists and objects as JSON.
 * The row's own schemas read them. Throws a `Fault` `invalid-request` that names each bad field.
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
    if (schema === undefined) continue;
    const wire = Object.fromEntries(
      fields
        .filter((field) => field.part === part && texts[field.name] !== undefined)
        .map((field) => [field.name, wireValueOf(field, texts[field.name]!, problems)]),
    );
    const isList = schema instanceof z.ZodArray;
    const result = z.safeDecode(schema, isList ? wire[ROWS] : wire);
    if (result.success) Object.assign(params, isList ? { [ROWS]: result.data } : (result.data as object));
    else problems.push(...result.error.issues.map((issue) => `${issue.path.map(String).join('.') || part}: ${messageOf(issue)}`));
  }
  if (problems.length > 0) throw new Fault('invalid-request', `${operation}: ${problems.join('; ')}`, { outcome: 'not-sent' });
  return params;
}

function wireValueOf({ name, schema }: Field, text: string, problems: string[]): JsonValue {
  const types = typesOf(schema);
  if (types.has('string')) return text;
  if (types.has('number') || types.has('integer')) return new JsonNumber(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  try {
    return parseJson(text);
  } catch {
    problems.push(`${name}: expected ${types.has('boolean') ? 'true or false' : 'JSON'}, not ${text.slice(0, 60)}`);
    return null;
  }
}

function typesOf(schema: JsonSchema): ReadonlySet<string> {
  if (schema.anyOf !== undefined) return new Set(schema.anyOf.flatMap((option) => [...typesOf(option)]));
  const { type } = schema;
  return new Set(type === undefined ? [] : typeof type === 'string' ? [type] : type);
}

/** What an optional field's own schema says, instead of that no alternative fits. */
function messageOf(issue: z.core.$ZodIssue): string {
  const inner = issue.code === 'invalid_union' ? issue.errors[0]?.[0] : undefined;
  return inner === undefined ? issue.message : messageOf(inner);
}
