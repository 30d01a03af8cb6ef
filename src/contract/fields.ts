import type { z } from 'zod';
import { type JsonSchema, jsonSchemaOf } from './jsonSchema.ts';
import { type Operation, ROWS } from './operation.ts';

/** One parameter of an operation, as it is shown to a person. */
export interface Field {
  readonly name: string;
  readonly part: 'path' | 'query' | 'body';
  readonly required: boolean;
  /** `decimal`, `id`, `integer`, `date-time`, `text`, `true or false`, `Buy or Sell`, `object`, `list`. */
  readonly type: string;
  readonly schema: JsonSchema;
}

/** The parameters of a row in the order of the specification: path, query, body. */
export function fieldsOf(row: Operation): readonly Field[] {
  const { path, query, body } = row.request;
  return [...partFields('path', path), ...partFields('query', query), ...partFields('body', body)];
}

function partFields(part: Field['part'], schema: z.ZodType | undefined): Field[] {
  if (schema === undefined) return [];
  const found = jsonSchemaOf(schema);
  if (found.type === 'array') return [{ name: ROWS, part, required: true, type: 'list', schema: found }];
  return Object.entries(found.properties ?? {}).map(([name, member]) => ({
    name,
    part,
    required: found.required?.includes(name) ?? false,
    type: typeText(member),
    schema: member,
  }));
}

/** What a person should write. */
export function typeText(schema: JsonSchema): string {
  const { enum: choices, format, anyOf } = schema;
  if (choices !== undefined)
    return choices
      .filter((choice) => choice !== null)
      .map(String)
      .join(' or ');
  if (anyOf !== undefined) return [...new Set(anyOf.filter(({ type }) => type !== 'null').map(typeText))].join(' or ');
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => type !== 'null');
  switch (types[0]) {
    case 'number':
      return 'decimal';
    case 'integer':
      return format === 'int64' ? 'id' : format === 'unix-time-ms' ? 'milliseconds' : 'integer';
    case 'string':
      return format === 'decimal' ? 'decimal as text' : format === 'date-time' ? 'date-time' : 'text';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'list';
    case 'object':
      return 'object';
    default:
      return 'anything';
  }
}
