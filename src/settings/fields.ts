import { z } from 'zod';
import type { FieldMeta } from './kinds.ts';
import { settingsSchema } from './schema.ts';

/** A field or a section of the configuration, as documents and messages need it. */
export interface Field {
  /** `*` stands for any name, and `[]` for the items of a list. */
  readonly path: readonly string[];
  readonly about: string;
  /** Undefined for a section, a map or a list. */
  readonly meta: FieldMeta | undefined;
  readonly hot: boolean;
  /** The default as it would be written in the file. */
  readonly default: string | undefined;
  readonly required: boolean;
}

/** Every section and field of a file with this schema, parents before children. */
export function fieldsOf(schema: z.core.$ZodType): readonly Field[] {
  return [...walk(schema, [], { required: false, default: undefined })];
}

/** Those of the configuration. */
export const fields: readonly Field[] = fieldsOf(settingsSchema);

/** The field at a path of the file. Names of strategies and currencies match `*`, and indexes match `[]`. */
export function fieldAt(path: readonly (string | number)[]): Field | undefined {
  return fields.find((field) => field.path.length === path.length && matches(field.path, path));
}

/** The fields directly below a path. */
export function childrenOf(path: readonly (string | number)[], among: readonly Field[] = fields): readonly Field[] {
  return among.filter((field) => field.path.length === path.length + 1 && matches(field.path, path));
}

function matches(pattern: readonly string[], path: readonly (string | number)[]): boolean {
  return path.every((step, i) => pattern[i] === '*' || pattern[i] === step || (pattern[i] === '[]' && /^\d+$/.test(String(step))));
}

interface Presence {
  readonly required: boolean;
  readonly default: string | undefined;
}

function* walk(schema: z.core.$ZodType, path: readonly string[], presence: Presence): Generator<Field> {
  if (schema instanceof z.ZodPrefault) {
    const fallback: unknown = schema.def.defaultValue;
    yield* walk(schema.def.innerType, path, { required: false, default: isPlain(fallback) ? String(fallback) : undefined });
    return;
  }
  if (schema instanceof z.ZodOptional) {
    yield* walk(schema.def.innerType, path, { required: false, default: undefined });
    return;
  }
  if (path.length > 0) yield describe(schema, path, presence);
  const below = { required: true, default: undefined };
  if (schema instanceof z.ZodObject) {
    for (const [name, inner] of Object.entries<z.core.$ZodType>(schema.def.shape)) yield* walk(inner, [...path, name], below);
  } else if (schema instanceof z.ZodRecord && !(schema.def.valueType instanceof z.ZodCustom)) {
    yield* walk(schema.def.valueType, [...path, '*'], below);
  } else if (schema instanceof z.ZodArray) {
    yield* walk(schema.def.element, [...path, '[]'], below);
  } else {
    const { inside } = (z.globalRegistry.get(schema) ?? {}) as Partial<Nested>;
    if (inside !== undefined) for (const field of fieldsOf(inside)) yield { ...field, path: [...path, ...field.path] };
  }
}

/** What a schema that is written in code says of the map within it, in its zod metadata. */
export interface Nested {
  readonly inside: z.core.$ZodType;
}

/** The default of a section is a map, which its fields show. */
function isPlain(value: unknown): value is string | boolean {
  return typeof value === 'string' || typeof value === 'boolean';
}

function describe(schema: z.core.$ZodType, path: readonly string[], presence: Presence): Field {
  const meta = (z.globalRegistry.get(schema) ?? {}) as Partial<FieldMeta>;
  return {
    path,
    about: meta.description ?? '',
    meta: meta.kind === undefined ? undefined : (meta as FieldMeta),
    hot: meta.hot ?? false,
    ...presence,
  };
}
