import type { z } from 'zod';
import { didYouMean } from '../base/didYouMean.ts';
import { childrenOf } from './fields.ts';
import type { Path, Problem } from './problem.ts';
import { sections, settingsSchema } from './schema.ts';
import type { TreeValue, YamlTree } from './yamlTree.ts';

export type CheckedSettings = z.output<typeof settingsSchema>;

/**
 * The settings of a file. When some sections are wrong, only the valid ones are there, so that later checks can still look at
 * them.
 */
export interface Validated {
  readonly settings: Partial<CheckedSettings>;
  readonly problems: readonly Problem[];
}

/** Checks a tree against the schema and reports all problems at once. */
export function validate(value: TreeValue | undefined, tree: Pick<YamlTree, 'offsetOf' | 'keyOffsetOf'> | undefined): Validated {
  if (value === undefined) return { settings: {}, problems: [] };
  const parsed = settingsSchema.safeParse(value);
  if (parsed.success) return { settings: parsed.data, problems: [] };
  const problems = parsed.error.issues
    .flatMap((issue) => problemsOf(issue, value))
    .map((problem): Problem => {
      if (tree === undefined) return problem;
      return { ...problem, offset: problem.atKey ? tree.keyOffsetOf(problem.path) : tree.offsetOf(problem.path) };
    });
  return { settings: rightSections(value), problems };
}

function problemsOf(issue: z.core.$ZodIssue, value: TreeValue): (Problem & { atKey: boolean })[] {
  const path = issue.path as Path;
  if (issue.code === 'unrecognized_keys') {
    const present = Object.keys(valueAt(value, path) ?? {});
    return issue.keys.map((key) => ({ path: [...path, key], atKey: true, message: unknownKey(path, key, present) }));
  }
  if (issue.code === 'invalid_key') {
    return [{ path, atKey: true, message: issue.issues[0]?.message ?? 'this key is not valid' }];
  }
  return [{ path, atKey: false, message: issue.message }];
}

function unknownKey(path: Path, key: string, present: readonly string[]): string {
  if (key === '<<') return 'merge keys are not supported; repeat the values, or use an alias for a whole map';
  const known = childrenOf(path).map((field) => field.path.at(-1)!);
  const near = didYouMean(
    key,
    known.filter((name) => !present.includes(name)),
  );
  return `unknown key; ${near === undefined ? `known here: ${known.join(', ')}` : `did you mean ${near}?`}`;
}

/** The value at a path. Undefined when there is no such place. */
export function valueAt(value: TreeValue | undefined, path: Path): TreeValue | undefined {
  let at: unknown = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at as TreeValue | undefined;
}

function rightSections(value: TreeValue): Partial<CheckedSettings> {
  const given = isMap(value) ? value : {};
  const right: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(sections)) {
    const parsed = schema.safeParse(given[name]);
    if (parsed.success) right[name] = parsed.data;
  }
  const strategies = given['strategies'];
  if (right['strategies'] === undefined && strategies !== undefined && isMap(strategies)) {
    right['strategies'] = rightEntries(strategies);
  }
  return right;
}

function rightEntries(strategies: Readonly<Record<string, TreeValue>>): CheckedSettings['strategies'] {
  const right: CheckedSettings['strategies'] = {};
  for (const [name, entry] of Object.entries(strategies)) {
    const parsed = sections.strategies.safeParse({ [name]: entry });
    if (parsed.success) Object.assign(right, parsed.data);
  }
  return right;
}

export function isMap(value: TreeValue | undefined): value is Readonly<Record<string, TreeValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
