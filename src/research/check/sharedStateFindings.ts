import type { AnyNode, Identifier } from 'acorn';
import type { Scope, Variable } from 'eslint-scope';
import { type CodeFinding, findingAt } from './codeFinding.ts';
import { worldsNames } from './globalFindings.ts';
import type { StrategyModule } from './strategyModule.ts';
import { writeElsewhere } from './writeElsewhere.ts';
import { writeTo } from './writeTo.ts';

const INSTEAD = 'move it into setup, where each instance has its own';

/** State outside of `setup`, which all instances of a strategy would share, and which no restart gives back. */
export function sharedStateFindings(module: StrategyModule): CodeFinding[] {
  const variables = outsideOfFunctions(module.scopes.globalScope!).flatMap((scope) => scope.variables);
  return [...variables.flatMap((variable) => ofVariable(module, variable)), ...ofTheWorld(module)];
}

function ofVariable(module: StrategyModule, { name, defs, references }: Variable): CodeFinding[] {
  const declared = defs.find(({ type }) => type === 'Variable');
  const { kind } = (declared?.parent ?? {}) as { readonly kind?: string };
  if (declared !== undefined && (kind === 'let' || kind === 'var')) {
    const problem = `\`${kind} ${name}\` outside of setup is shared by all instances`;
    return [findingAt(module, declared.name as unknown as AnyNode, problem, `${INSTEAD}; or write const`)];
  }
  const { init } = (declared?.node ?? {}) as { readonly init?: AnyNode | null };
  return references.flatMap(({ identifier }) =>
    writesOf(module, identifier as unknown as Identifier, init ?? undefined, (write) => [
      `${write} changes \`${name}\`, which is outside of setup and shared by all instances`,
      INSTEAD,
    ]),
  );
}

/** Changes to what the language itself has, such as `Array.prototype`. */
function ofTheWorld(module: StrategyModule): CodeFinding[] {
  return worldsNames(module).flatMap((name) =>
    writesOf(module, name, undefined, (write) => [`${write} changes what all code shares`, 'leave the language as it is']),
  );
}

function writesOf(
  module: StrategyModule,
  name: Identifier,
  init: AnyNode | undefined,
  told: (write: string) => readonly [problem: string, instead: string],
): CodeFinding[] {
  // What is built while the module is loaded is the same for all.
  const write = module.tree.isInFunction(name) ? (writeTo(module.tree, name, init) ?? writeElsewhere(module, name, init)) : undefined;
  return write === undefined ? [] : [findingAt(module, name, ...told(write))];
}

/** The scopes of a module that are in no function: its own, and the blocks in it. */
function outsideOfFunctions(scope: Scope): Scope[] {
  return [
    scope,
    ...scope.childScopes.filter(({ type }) => type === 'module' || type === 'block' || type === 'for').flatMap(outsideOfFunctions),
  ];
}
