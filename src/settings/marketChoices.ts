import type { BrokenRule } from './brokenRule.ts';
import { isMap, valueAt } from './treeValue.ts';
import type { TreeValue } from './yamlTree.ts';

/** Each strategy has either a symbol or markets. This looks at what is written, so that it is told beside what else is missing. */
export function marketChoices(root: TreeValue | undefined): BrokenRule[] {
  const strategies = valueAt(root, ['strategies']);
  if (!isMap(strategies)) return [];
  return Object.entries(strategies).flatMap(([name, entry]) => {
    if (!isMap(entry)) return [];
    const [symbol, markets] = [Object.hasOwn(entry, 'symbol'), Object.hasOwn(entry, 'markets')];
    if (symbol !== markets) return [];
    if (!symbol)
      return [{ path: ['strategies', name, 'symbol'], message: 'is missing: expected a trading pair, like BTC/EUR, or markets' }];
    return [{ path: ['strategies', name, 'markets'], message: 'a strategy has either symbol or markets', atKey: true }];
  });
}
