import type { JsonSchema } from './jsonSchema.ts';

/**
 * An example's value, which is written as a person types it (every number as text), as it goes over the wire. `stringifyJson`
 * keeps its digits.
 */
export function wireExample(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => wireExample(item, schema.items ?? {}));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wireExample(member, schema.properties?.[name] ?? {})]));
  }
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return typeof value === 'string' && (types.includes('number') || types.includes('integer')) ? JSON.rawJSON(value) : value;
}
