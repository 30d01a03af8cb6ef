import { z } from 'zod';

/** A JSON Schema (draft 2020-12) as plain data. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

/** The JSON types of the kinds in `wire.ts`. */
const WIRE: Readonly<Record<string, JsonSchema>> = {
  decimal: { type: 'number', format: 'decimal' },
  decimalText: { type: 'string', format: 'decimal' },
  id: { type: 'integer', format: 'int64' },
  int: { type: 'integer', format: 'int32' },
  millis: { type: 'integer', format: 'unix-time-ms' },
  dateTime: { type: 'string', format: 'date-time' },
  text: { type: 'string' },
  symbol: { type: 'string' },
};

/** The JSON Schema of a schema's wire form, for what is sent or for what the venue answers. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...found } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return tidied(found);
}

/** Gives the wire's kinds their types, and says once that a field may be absent or null, without an empty alternative. */
function tidied(schema: JsonSchema): JsonSchema {
  const { wire, venueDefault, anyOf, properties, items, prefixItems, ...others } = schema;
  const rest = venueDefault === undefined ? others : { ...others, default: venueDefault };
  const kind = typeof wire === 'string' ? WIRE[wire] : undefined;
  // An empty text that counts as absent is no form of its own.
  const alternatives = anyOf?.filter((option) => Object.keys(option).length > 0 && option['const'] !== '').map(tidied);
  const present = alternatives?.filter((option) => option.type !== 'null');
  if (alternatives !== undefined && present?.length === 1 && typeof present[0]!.type === 'string') {
    const isNullable = present.length < alternatives.length;
    return { ...rest, ...(isNullable ? orNull(present[0]!) : present[0]) };
  }
  return {
    ...kind,
    ...rest,
    ...(alternatives === undefined ? {} : { anyOf: alternatives }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, tidied(value)])) }),
    ...(items === undefined ? {} : { items: tidied(items) }),
    ...(prefixItems === undefined ? {} : { prefixItems: prefixItems.map(tidied) }),
  };
}

/** The same where null is taken too: it is one of the types, and one of the choices, of which a single value is the only one. */
function orNull({ const: only, ...schema }: JsonSchema): JsonSchema {
  const choices = only === undefined ? schema.enum : [only];
  return { ...schema, type: [schema.type as string, 'null'], ...(choices === undefined ? {} : { enum: [...choices, null] }) };
}
