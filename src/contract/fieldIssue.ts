import type { z } from 'zod';
import { JsonNumber } from '../base/json.ts';

/** A field and what is wrong with it, as a person is told. */
export interface FieldIssue {
  readonly path: readonly PropertyKey[];
  /** For example `amount`, `beneficiary.lastName` or `rows[3].amount`. Empty when it is about the whole. */
  readonly field: string;
  readonly message: string;
  readonly isMissing: boolean;
}

/** The first of what an issue says. `given` is the value that was checked. */
export function fieldIssueOf(issue: z.core.$ZodIssue, given: unknown): FieldIssue {
  return fieldIssuesOf(issue, given)[0]!;
}

/**
 * Everything that an issue says: behind what is optional, several members may be wrong at once. `given` tells a missing field from a
 * wrong one.
 */
export function fieldIssuesOf(issue: z.core.$ZodIssue, given: unknown): readonly FieldIssue[] {
  return innermost(issue).map((one) => {
    const { code, path, message } = ofNumber(one, given) ?? one;
    const isMissing = (code === 'invalid_type' || message.startsWith('expected')) && valueAt(given, path) === undefined;
    return { path, field: fieldName(path), message: isMissing ? 'is required' : message, isMissing };
  });
}

export function fieldName(path: readonly PropertyKey[]): string {
  return path.map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${String(key)}`)).join('');
}

interface PlainIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An optional field is a union of the value, null and nothing. Only what is wrong with the value matters. */
function innermost(issue: z.core.$ZodIssue): readonly PlainIssue[] {
  const inner = issue.code === 'invalid_union' ? (issue.errors[0] ?? []) : [];
  if (inner.length === 0) return [{ code: issue.code ?? 'custom', path: issue.path, message: plain(issue.message) }];
  return inner.flatMap(innermost).map((each) => ({ ...each, path: [...issue.path, ...each.path] }));
}

/** A number, as it was written, is an object to the library, and one without the members that are looked for. */
function ofNumber({ path }: PlainIssue, given: unknown): PlainIssue | undefined {
  const depth = path.findIndex((_, at) => valueAt(given, path.slice(0, at)) instanceof JsonNumber);
  return depth < 0 ? undefined : { code: 'custom', path: path.slice(0, depth), message: 'expected an object, not a number' };
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  JsonNumber: 'a number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** The words of the library for a value of another kind, in the words of JSON. */
function plain(message: string): string {
  const kinds = /^Invalid input: expected (\w+), received (\w+)$/.exec(message);
  return kinds === null ? message : `expected ${kindOf(kinds[1]!)}, not ${kindOf(kinds[2]!)}`;
}

function kindOf(word: string): string {
  return KINDS[word] ?? word;
}

/** A member of a member, or undefined where there is none. */
export function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (held, key) => (typeof held === 'object' && held !== null ? (held as Record<PropertyKey, unknown>)[key] : undefined),
    given,
  );
}
