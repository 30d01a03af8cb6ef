import { z } from 'zod';
import type { FieldKind } from './kinds.ts';
import { settingsSchema } from './schema.ts';

// These are YAML numbers in the file. The program reads their digits as text.
const NUMBERS: readonly FieldKind[] = ['whole', 'decimal'];

/** The JSON Schema of the configuration file, for editors. */
export function settingsSchemaJson(): Record<string, unknown> {
  const schema = z.toJSONSchema(settingsSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => asWritten(jsonSchema as Record<string, unknown>),
  });
  return schema;
}

function asWritten(node: Record<string, unknown>): void {
  const kind = node['kind'] as FieldKind | undefined;
  if (kind !== undefined && NUMBERS.includes(kind)) {
    node['type'] = kind === 'whole' ? 'integer' : 'number';
    if (typeof node['default'] === 'string') node['default'] = Number(node['default']);
  }
  delete node['examples'];
  // An editor sees the choices 0 and 1 as numbers, though the program reads them as text.
  const choices = node['enum'];
  if (!Array.isArray(choices) || !choices.some(isDigits)) return;
  delete node['type'];
  node['enum'] = choices.map((value: unknown) => (isDigits(value) ? Number(value) : value));
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^\d+$/.test(value);
}
