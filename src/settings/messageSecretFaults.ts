import type { BrokenRule } from './brokenRule.ts';
import { type Environment, resolveSecret } from './secrets.ts';
import { isMap, valueAt } from './treeValue.ts';
import { isReference, type TreeValue } from './yamlTree.ts';

/** Secrets of channels and of the heartbeat that are not where their references say. */
export function messageSecretFaults(
  root: TreeValue | undefined,
  from: { readonly env: Environment; readonly directory: string },
): BrokenRule[] {
  const channels = valueAt(root, ['messages', 'channels']);
  const names = isMap(channels) ? Object.keys(channels) : [];
  const paths = [...names.map((name) => ['messages', 'channels', name, 'secret']), ['messages', 'heartbeat', 'url']];
  return paths.flatMap((path) => {
    const reference = valueAt(root, path);
    if (typeof reference !== 'string' || !isReference(reference)) return [];
    const found = resolveSecret(reference, from.env, from.directory);
    return typeof found === 'string' ? [{ path, message: found }] : [];
  });
}
