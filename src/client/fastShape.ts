import { z } from 'zod';

/** What a value looks like on the wire, for readers and writers that do not use schemas. */
export type FastShape =
  | { readonly kind: 'decimal' | 'id' | 'int' | 'dateTime' | 'text' | 'boolean'; readonly checks: readonly FastCheck[] }
  /** Each value with its JSON text. */
  | { readonly kind: 'enum'; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: 'array'; readonly element: FastShape }
  | { readonly kind: 'object'; readonly fields: readonly FastField[]; readonly checks: readonly FastCheck[] };

export interface FastField {
  readonly name: string;
  /** The key as it stands in compact JSON, colon included. */
  readonly token: string;
  readonly shape: FastShape;
  /** The value may be absent or null. Null reads as absent. */
  readonly optional: boolean;
}

/** Returns true when the value passes. */
export type FastCheck = (value: unknown) => boolean;

/**
 * Turns a schema of the contract table into a shape. Returns undefined when the schema has a part that shapes can't express (a
 * transform, a union, an unknown kind of check); the caller then uses the schema itself. A shape only saves work and never
 * changes the result.
 */
export function fastShapeOf(schema: z.ZodType): FastShape | undefined {
  const checks = checksOf(schema);
  if (checks === undefined) return undefined;
  const wire = schema.meta()?.['wire'];
  switch (wire) {
    case 'decimal':
    case 'id':
    case 'int':
    case 'dateTime':
    case 'text':
      return { kind: wire, checks };
    case 'symbol':
      return { kind: 'text', checks };
    case undefined:
      return plainShapeOf(schema, checks);
    default:
      return undefined;
  }
}

function plainShapeOf(schema: z.ZodType, checks: readonly FastCheck[]): FastShape | undefined {
  if (schema instanceof z.ZodObject) return objectShapeOf(schema, checks);
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean', checks };
  if (checks.length > 0) return undefined;
  if (schema instanceof z.ZodEnum) {
    const values = schema.options.filter((value) => typeof value === 'string');
    return values.length === schema.options.length
      ? { kind: 'enum', values: new Map(values.map((value) => [value, JSON.stringify(value)])) }
      : undefined;
  }
  if (schema instanceof z.ZodArray) {
    const element = fastShapeOf(schema.element as z.ZodType);
    return element === undefined ? undefined : { kind: 'array', element };
  }
  return undefined;
}

function objectShapeOf(schema: z.ZodObject, checks: readonly FastCheck[]): FastShape | undefined {
  const fields: FastField[] = [];
  for (const [name, member] of Object.entries(schema.shape) as [string, z.ZodType][]) {
    const inner = member instanceof z.ZodOptional ? presentOf(member) : member;
    const shape = inner === undefined ? undefined : fastShapeOf(inner);
    if (shape === undefined) return undefined;
    fields.push({ name, token: `${JSON.stringify(name)}:`, shape, optional: inner !== member });
  }
  // A catchall (strict and loose objects) handles unknown keys in its own way. The reader's bit mask has room for 31 fields.
  return schema.def.catchall === undefined && fields.length <= 31 ? { kind: 'object', fields, checks } : undefined;
}

/**
 * The schema inside `optional` and `incidental` of wire.ts, which are unions of it with undefined and with null (or anything)
 * read as undefined.
 */
function presentOf(schema: z.ZodOptional): z.ZodType | undefined {
  const union = schema.unwrap();
  if (!(union instanceof z.ZodUnion) || union.options.length !== 3) return undefined;
  const [inner, absent, none] = union.options as z.ZodType[];
  return absent instanceof z.ZodUndefined && none instanceof z.ZodCodec && (none.in instanceof z.ZodNull || none.in instanceof z.ZodUnknown)
    ? inner
    : undefined;
}

function checksOf(schema: z.ZodType): readonly FastCheck[] | undefined {
  const checks = (schema.def.checks ?? []).map((check) => checkOf(check));
  return checks.every((check) => check !== undefined) ? checks : undefined;
}

interface CheckDefinition {
  readonly check: string;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly when?: unknown;
  /** The function of a `refine`: the value is good when the result is truthy. */
  readonly fn?: (value: unknown) => unknown;
}

function checkOf(check: z.core.$ZodCheck): FastCheck | undefined {
  const def = check._zod.def as CheckDefinition;
  if (def.when !== undefined && def.check !== 'min_length') return undefined;
  switch (def.check) {
    case 'string_format': {
      const { pattern } = def;
      // A pattern with state would answer differently from call to call.
      return pattern === undefined || pattern.global || pattern.sticky ? undefined : (value) => pattern.test(value as string);
    }
    case 'min_length': {
      const { minimum } = def;
      return minimum === undefined ? undefined : (value) => (value as string).length >= minimum;
    }
    case 'custom': {
      const { fn } = def;
      if (fn !== undefined) return (value) => passes(fn(value));
      return (value) => {
        const payload = { value, issues: [] } as unknown as z.core.ParsePayload<never>;
        const result = check._zod.check(payload);
        return !(result instanceof Promise) && payload.issues.length === 0;
      };
    }
    default:
      return undefined;
  }
}

/** The result of an asynchronous check is not known yet, so it does not pass. */
function passes(result: unknown): boolean {
  return Boolean(result) && !(result instanceof Promise);
}
