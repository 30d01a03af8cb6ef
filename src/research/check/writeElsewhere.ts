import type { AnyNode, Identifier } from 'acorn';
import type { Variable } from 'eslint-scope';
import type { StrategyModule } from './strategyModule.ts';
import { isFunction } from './syntaxTree.ts';
import { writeTo } from './writeTo.ts';

/**
 * How what a name stands for is changed under another name: by a function of the file that it is given to, or by a name that it is
 * given. Undefined where nothing shows that. `init`: what the name was given where it was declared.
 */
export function writeElsewhere(module: StrategyModule, name: Identifier, init: AnyNode | undefined): string | undefined {
  return throughOthers(module, name, init, new Set());
}

function throughOthers(module: StrategyModule, name: Identifier, init: AnyNode | undefined, seen: Set<Variable>): string | undefined {
  const other = otherName(module, name);
  if (other === undefined || seen.has(other)) return undefined;
  seen.add(other);
  for (const { identifier } of other.references) {
    const use = identifier as unknown as Identifier;
    const write = writeTo(module.tree, use, init) ?? throughOthers(module, use, init, seen);
    if (write !== undefined) return write;
  }
  return undefined;
}

/** The parameter or the variable that is given the value of a name. */
function otherName(module: StrategyModule, name: Identifier): Variable | undefined {
  const parent = module.tree.parentOf(name);
  if (parent?.type === 'VariableDeclarator' && parent.init === name) return declaredIn(module, parent, parent.id);
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'Identifier') return undefined;
  const called = functionOf(module, parent.callee);
  const at = parent.arguments.indexOf(name);
  const parameter = called?.params[at];
  return called && parameter && declaredIn(module, called, parameter.type === 'AssignmentPattern' ? parameter.left : parameter);
}

function declaredIn({ scopes }: StrategyModule, node: AnyNode, name: AnyNode): Variable | undefined {
  if (name.type !== 'Identifier') return undefined;
  const variables = scopes.getDeclaredVariables(node as unknown as Parameters<typeof scopes.getDeclaredVariables>[0]);
  return variables.find((variable) => variable.name === name.name);
}

/** The function of the file that a name stands for. */
function functionOf({ scopes }: StrategyModule, name: Identifier) {
  const references = scopes.scopes.flatMap((scope) => scope.references);
  const resolved = references.find(({ identifier }) => (identifier as unknown as Identifier) === name)?.resolved;
  const node = resolved?.defs[0]?.node as AnyNode | undefined;
  const made = node?.type === 'VariableDeclarator' ? node.init : node;
  return made && isFunction(made) ? made : undefined;
}
