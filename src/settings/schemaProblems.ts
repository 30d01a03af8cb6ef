import type { z } from 'zod';
import { didYouMean } from '../base/didYouMean.ts';
import { childrenOf, type Field } from './fields.ts';
import type { Path, Problem } from './problem.ts';
import { valueAt } from './treeValue.ts';
import type { TreeValue, YamlTree } from './yamlTree.ts';

/** What a schema has found wrong with a file, as problems with their places. `fields` are those of the schema. */
export function schemaProblems(
  { issues }: z.ZodError,
  value: TreeValue,
  fields: readonly Field[],
  tree: Pick<YamlTree, 'offsetOf' | 'keyOffsetOf'> | undefined,
): readonly Problem[] {
  return issues
    .flatMap((issue) => problemsOf(issue, value, fields))
    .map((problem): Problem => {
      if (tree === undefined) return problem;
      return { ...problem, offset: problem.atKey ? tree.keyOffsetOf(problem.path) : tree.offsetOf(problem.path) };
    });
}

function problemsOf(issue: z.core.$ZodIssue, value: TreeValue, fields: readonly Field[]): (Problem & { atKey: boolean })[] {
  const path = issue.path as Path;
  if (issue.code === 'unrecognized_keys') {
    const present = Object.keys(valueAt(value, path) ?? {});
    return issue.keys.map((key) => ({ path: [...path, key], atKey: true, message: unknownKey(path, key, present, fields) }));
  }
  if (issue.code === 'invalid_key') {
    return [{ path, atKey: true, message: issue.issues[0]?.message ?? 'this key is not valid' }];
  }
  return [{ path, atKey: false, message: issue.message }];
}

function unknownKey(path: Path, key: string, present: readonly string[], fields: readonly Field[]): string {
  if (key === '<<') return 'merge keys are not supported; repeat the values, or use an alias for a whole map';
  const known = childrenOf(path, fields).map((field) => field.path.at(-1)!);
  const near = didYouMean(
    key,
    known.filter((name) => !present.includes(name)),
  );
  return `unknown key; ${near === undefined ? `known here: ${known.join(', ')}` : `did you mean ${near}?`}`;
}
