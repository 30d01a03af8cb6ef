import type { Path } from './problem.ts';
import type { TreeValue } from './yamlTree.ts';

/** The value at a path. Undefined when there is no such place. */
export function valueAt(value: TreeValue | undefined, path: Path): TreeValue | undefined {
  let at: unknown = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at as TreeValue | undefined;
}

export function isMap(value: TreeValue | undefined): value is Readonly<Record<string, TreeValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
