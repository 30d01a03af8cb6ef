import { type CodeFinding, findingAt } from './codeFinding.ts';
import type { StrategyModule } from './strategyModule.ts';
import { isFunction } from './syntaxTree.ts';

const INSTEAD = 'make it synchronous, and ask again in a later event';

/** What would go on after its event is over. */
export function waitingFindings(module: StrategyModule): CodeFinding[] {
  return module.tree.nodes.flatMap((node) => {
    if (isFunction(node) && node.async) {
      const parent = module.tree.parentOf(node)!;
      const isMember = parent.type === 'Property' || parent.type === 'MethodDefinition';
      return [findingAt(module, isMember ? parent : node, 'an async function goes on when its event is over', INSTEAD)];
    }
    const isWaiting = node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);
    // What waits within a function is told with the function.
    return isWaiting && !module.tree.isInFunction(node) ? [findingAt(module, node, 'await: a strategy can wait for nothing', INSTEAD)] : [];
  });
}
