import type { JsonSchema } from './jsonSchema.ts';

/**
 * Turns an example's value, in which every number is text as a person types it, into its form on the wire. `stringifyJson`
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
