import { stringifyJson } from '../base/json.ts';
import { fieldsOf } from './fields.ts';
import type { Operation } from './operation.ts';
import { wireExample } from './wireExample.ts';

/** A row's example as texts by parameter, as they are typed on a command line: lists and objects as JSON. */
export function exampleTexts(row: Operation): Record<string, string> {
  const schemas = new Map(fieldsOf(row).map(({ name, schema }) => [name, schema]));
  return Object.fromEntries(
    Object.entries(row.example.request).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : stringifyJson(wireExample(value, schemas.get(name) ?? {})),
    ]),
  );
}
