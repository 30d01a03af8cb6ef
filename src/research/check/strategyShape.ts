import { DEFINITION_KEYS, HANDLER_NAMES, memberNames, nearestKey } from '../../engine/strategyKeys.ts';
import type { AnyStrategy } from '../../engine/strategy.ts';

/** A member that a strategy may not have, or that is of a wrong kind. */
export interface ShapeProblem {
  /** The member. */
  readonly name: string;
  readonly problem: string;
  readonly instead: string;
}

const KINDS: Readonly<Record<string, string>> = {
  GeneratorFunction: 'is a generator, and does nothing when it is called',
  AsyncGeneratorFunction: 'is an async generator, and does nothing when it is called',
};

/** What the language itself asks of any object. */
const OF_ANY_OBJECT: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'toJSON', 'then']);

/** What is wrong with the members of the definition itself. */
export function definitionProblems(definition: AnyStrategy): readonly ShapeProblem[] {
  const unknown = Object.keys(definition).filter((name) => !DEFINITION_KEYS.includes(name));
  return [
    ...unknown.map((name) => ({
      name,
      problem: `a strategy has no \`${name}\``,
      instead: nearestKey(name, DEFINITION_KEYS),
    })),
    ...kindProblems('setup', (definition as { readonly setup: unknown }).setup),
  ];
}

/** What is wrong with the handlers that `setup` has returned. A stream has none. */
export function handlerProblems(handlers: object): readonly ShapeProblem[] {
  if (typeof (handlers as { readonly subscribe?: unknown }).subscribe === 'function') return [];
  const names = memberNames(handlers);
  if (names.length === 0) {
    const problem = '`setup` has returned no handler, so the strategy hears of nothing and does nothing';
    return [{ name: 'setup', problem, instead: `return one of ${HANDLER_NAMES.join(', ')}, an empty one where nothing is meant` }];
  }
  return names.flatMap((name) => {
    if (!HANDLER_NAMES.includes(name)) {
      return [{ name, problem: `there is no handler \`${name}\`, so it is never called`, instead: nearestKey(name, HANDLER_NAMES) }];
    }
    return kindProblems(name, (handlers as Readonly<Record<string, unknown>>)[name]);
  });
}

function kindProblems(name: string, value: unknown): readonly ShapeProblem[] {
  if (value === undefined) return [];
  if (typeof value !== 'function') return [{ name, problem: `\`${name}\` is no function`, instead: `write ${name}(…) { … }` }];
  const problem = KINDS[value.constructor.name];
  return problem === undefined ? [] : [{ name, problem: `\`${name}\` ${problem}`, instead: 'leave out the *' }];
}

/** The parameters as they are. Tells of each that is read, and that the strategy does not declare: without types, that gives undefined and no error. */
export function watchedParams<T extends object>(params: T, tell: (problem: ShapeProblem) => void): T {
  const declared = Object.keys(params);
  return new Proxy(params, {
    get(target, name, receiver) {
      if (typeof name === 'string' && !(name in target) && !OF_ANY_OBJECT.has(name)) {
        const problem = `a parameter \`${name}\` is read, and none is declared`;
        tell({ name, problem, instead: declared.length === 0 ? 'declare it in params' : nearestKey(name, declared) });
      }
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
}
