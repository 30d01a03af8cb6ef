import type { BrokenRule } from './brokenRule.ts';
import { didYouMean } from '../base/didYouMean.ts';
import type { Problem } from './problem.ts';
import { isMap, valueAt } from './treeValue.ts';
import type { CheckedSettings } from './validate.ts';
import type { TreeValue } from './yamlTree.ts';

type Entry = Readonly<Record<string, TreeValue>>;

/**
 * A shadow has what its champion has, unless it says otherwise: symbol or markets, budget, protections. With the champion's file it
 * also has its parameters, less those that it gives itself.
 */
export function withChampions(root: TreeValue | undefined): TreeValue | undefined {
  const strategies = valueAt(root, ['strategies']);
  if (!isMap(root) || !isMap(strategies)) return root;
  const entries = Object.entries(strategies).map(([name, entry]) => [name, inherited(entry, strategies)] as const);
  return { ...root, strategies: Object.fromEntries(entries) };
}

function inherited(entry: TreeValue, strategies: Entry): TreeValue {
  const name = valueAt(entry, ['shadow']);
  const champion = typeof name === 'string' ? valueAt(strategies, [name]) : undefined;
  if (!isMap(entry) || !isMap(champion)) return entry;
  const { shadow: _of, params, ...rest } = champion;
  const kept = Object.entries(rest).filter(
    ([key]) => !((key === 'symbol' && 'markets' in entry) || (key === 'markets' && 'symbol' in entry)),
  );
  const own = valueAt(entry, ['params']) ?? {};
  const isSameFile = entry['use'] === undefined || entry['use'] === champion['use'];
  const merged = isSameFile && isMap(params) && isMap(own) ? { ...params, ...own } : own;
  return { ...Object.fromEntries(kept), ...entry, params: merged };
}

/** Without what is wrong in a shadow only because it has it of its champion, where it is told already. */
export function withoutInherited(problems: readonly Problem[], root: TreeValue | undefined): Problem[] {
  const told = new Set(problems.map(({ path, message }) => JSON.stringify([path, message])));
  return problems.filter(({ path, message }) => {
    const [section, name, ...rest] = path;
    const champion = section === 'strategies' && rest.length > 0 ? valueAt(root, ['strategies', name!, 'shadow']) : undefined;
    const isInherited = typeof champion === 'string' && valueAt(root, path) === undefined;
    return !isInherited || !told.has(JSON.stringify([['strategies', champion, ...rest], message]));
  });
}

/** What is wrong with the names of champions. */
export function shadowFaults(root: TreeValue | undefined): BrokenRule[] {
  const strategies = valueAt(root, ['strategies']);
  if (!isMap(strategies)) return [];
  return Object.entries(strategies).flatMap(([name, entry]) => {
    const champion = valueAt(entry, ['shadow']);
    if (typeof champion !== 'string') return [];
    const path = ['strategies', name, 'shadow'];
    if (champion === name) return [{ path, message: 'a strategy is no shadow of itself' }];
    const found = valueAt(strategies, [champion]);
    if (found === undefined) {
      const near = didYouMean(champion, Object.keys(strategies));
      return [{ path, message: `there is no strategy ${champion}${near === undefined ? '' : `; did you mean ${near}?`}` }];
    }
    return valueAt(found, ['shadow']) === undefined
      ? []
      : [{ path, message: `${champion} is a shadow itself; name the strategy that trades` }];
  });
}

type Strategies = CheckedSettings['strategies'];

/** Who trades, and who only runs beside. */
export function apart(all: Strategies): { readonly strategies: Strategies; readonly shadows: Strategies } {
  const entries = Object.entries(all);
  return {
    strategies: Object.fromEntries(entries.filter(([, { shadow }]) => shadow === undefined)),
    shadows: Object.fromEntries(entries.filter(([, { shadow }]) => shadow !== undefined)),
  };
}
