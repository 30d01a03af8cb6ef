import type { z } from 'zod';
import { fields } from './fields.ts';
import type { Problem } from './problem.ts';
import { sections, settingsSchema } from './schema.ts';
import { schemaProblems } from './schemaProblems.ts';
import { isMap } from './treeValue.ts';
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
  return { settings: rightSections(value), problems: schemaProblems(parsed.error, value, fields, tree) };
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
