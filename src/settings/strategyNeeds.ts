import type { BrokenRule } from './brokenRule.ts';
import { HOLD } from './holdingSection.ts';
import { isMap, valueAt } from './treeValue.ts';
import type { TreeValue } from './yamlTree.ts';

/**
 * A strategy names its code, or exits for what it holds; one with code has a budget. This looks at what is written, so that it is told beside
 * what else is missing.
 */
export function strategyNeeds(root: TreeValue | undefined): BrokenRule[] {
  const strategies = valueAt(root, ['strategies']);
  if (!isMap(strategies)) return [];
  return Object.entries(strategies).flatMap(([name, entry]) => {
    if (!isMap(entry)) return [];
    const { use = HOLD, exits, budget } = entry;
    if (use !== HOLD) return budget === undefined ? [missing(name, 'budget', 'an amount above 0 with its currency, like 500 EUR')] : [];
    return exits === undefined ? [missing(name, 'use', 'the name of a bundled strategy, like maker, a path to a .ts file, or exits')] : [];
  });
}

function missing(name: string, field: string, expected: string): BrokenRule {
  return { path: ['strategies', name, field], message: `is missing: expected ${expected}` };
}
