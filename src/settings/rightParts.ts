import { z } from 'zod';
import { isMap } from './treeValue.ts';
import type { TreeValue } from './yamlTree.ts';

/**
 * What of a value its schema takes, so that later checks can look at it in the same pass: in maps, and in lists of maps, each
 * member that is right by itself. A map that lies deeper than so many others is taken whole or not at all. Undefined when nothing
 * is right.
 */
export function rightParts(schema: z.core.$ZodType, value: TreeValue | undefined, depth: number): unknown {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  if (depth === 0) return undefined;
  const inner = schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional ? schema.def.innerType : schema;
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = inner.def;
    return element instanceof z.ZodObject ? value.map((one: TreeValue) => rightParts(element, one, depth) ?? {}) : undefined;
  }
  if (!(inner instanceof z.ZodObject) || !isMap(value)) return undefined;
  const parts = Object.entries<z.core.$ZodType>(inner.def.shape).map(
    ([name, part]) => [name, rightParts(part, value[name], depth - 1)] as const,
  );
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}
