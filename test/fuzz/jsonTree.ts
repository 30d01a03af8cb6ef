import { JsonNumber, type JsonValue, parseJson } from '../../src/base/json.ts';

/** A JSON text in its parts, so that it can be written in ways that no writer would. */
export type JsonTree =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: string, value: JsonTree])[] };

const known = new Map<string, JsonTree | undefined>();

/** Undefined for a text that is not JSON. Remembered, since the same few good inputs are mutated again and again. */
export function jsonTreeOf(text: string): JsonTree | undefined {
  if (!known.has(text)) {
    if (known.size > MOST_KNOWN) known.clear();
    known.set(text, read(text));
  }
  return known.get(text);
}

const MOST_KNOWN = 5000;

function read(text: string): JsonTree | undefined {
  try {
    return treeOf(parseJson(text));
  } catch {
    return undefined;
  }
}

function treeOf(value: JsonValue): JsonTree {
  if (value instanceof JsonNumber) return { kind: 'text', text: value.text };
  if (Array.isArray(value)) return { kind: 'array', items: (value as readonly JsonValue[]).map(treeOf) };
  if (typeof value !== 'object' || value === null) return { kind: 'text', text: JSON.stringify(value) };
  return { kind: 'object', members: Object.entries(value).map(([key, member]) => [JSON.stringify(key), treeOf(member)]) };
}

export function sizeOf(tree: JsonTree): number {
  if (tree.kind === 'text') return 1;
  const inner = tree.kind === 'array' ? tree.items : tree.members.map(([, value]) => value);
  return inner.reduce((sum, each) => sum + sizeOf(each), 1);
}
