import type { AnyNode, Identifier } from 'acorn';
import { type CodeFinding, findingAt } from './codeFinding.ts';
import { forbiddenGlobal, PURE_GLOBALS } from './globals.ts';
import type { StrategyModule } from './strategyModule.ts';
import { type SyntaxTree, writtenName } from './syntaxTree.ts';

/** Names that nothing in the module declares, so that they are the world's: clock, chance, timers, network, processes. */
export function globalFindings(module: StrategyModule): CodeFinding[] {
  return worldsNames(module).flatMap((name) => {
    if (PURE_GLOBALS.has(name.name)) return [];
    if (name.name === 'Math') return ofMath(module, name);
    if (name.name === 'Date') return ofDate(module, name);
    const { problem, instead, isOutside } = forbiddenGlobal(name.name);
    return [findingAt(module, name, problem, instead, isOutside)];
  });
}

/** The uses of names that no scope of the module declares. */
export function worldsNames({ scopes }: StrategyModule): Identifier[] {
  const { through } = scopes.globalScope!;
  return through.map(({ identifier }) => identifier as unknown as Identifier);
}

const RANDOM = ['Math.random is chance that no second run has', 'take it from ctx.random: next(), int(below), normal()'] as const;

function ofMath(module: StrategyModule, name: Identifier): CodeFinding[] {
  const parts = partsTaken(module.tree, name);
  if (parts === undefined) return [findingAt(module, name, 'Math is passed on, with its random', 'name the function: Math.floor(…)')];
  return parts.includes('random') ? [findingAt(module, name, ...RANDOM)] : [];
}

const NOW = 'the time of the event is ctx.now, in milliseconds';
/** What a date is asked for that goes by the machine's time zone. */
const LOCAL_PARTS: ReadonlySet<string> = new Set([
  'getFullYear',
  'getMonth',
  'getDate',
  'getDay',
  'getHours',
  'getMinutes',
  'getTimezoneOffset',
  'getYear',
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'toDateString',
  'toTimeString',
]);

function ofDate(module: StrategyModule, name: Identifier): CodeFinding[] {
  const { tree } = module;
  const parent = tree.parentOf(name)!;
  if (parent.type === 'NewExpression' && parent.callee === name) {
    const { arguments: given } = parent;
    if (given.length === 1 && given[0]!.type !== 'SpreadElement') return [];
    const isLocal = given.length > 1;
    return isLocal
      ? [findingAt(module, parent, "new Date of several numbers goes by the machine's time zone", 'write new Date(Date.UTC(…))')]
      : [findingAt(module, parent, "new Date() reads the machine's clock", NOW)];
  }
  if (parent.type === 'BinaryExpression' && parent.operator === 'instanceof') return [];
  const parts = partsTaken(tree, name);
  if (parts === undefined) return [findingAt(module, name, "Date, called or passed on, reads the machine's clock", NOW)];
  return parts.includes('now') ? [findingAt(module, name, "Date.now reads the machine's clock", NOW)] : [];
}

/** Calls that go by the time zone or the language of the machine. */
export function localFindings(module: StrategyModule): CodeFinding[] {
  return module.tree.nodes.flatMap((node) => {
    if (node.type !== 'MemberExpression') return [];
    const name = writtenName(node.property, node.computed);
    if (name === undefined || !LOCAL_PARTS.has(name)) return [];
    const problem = `${name} goes by the time zone or the language of the machine`;
    return [findingAt(module, node.property, problem, 'ask for the time in UTC: getUTCHours(), isoOf(ctx.now)')];
  });
}

/** The members that are taken of an object: `a.b` or `const { b, c } = a`. Undefined where it is used in another way. */
function partsTaken(tree: SyntaxTree, name: AnyNode): readonly string[] | undefined {
  const parent = tree.parentOf(name)!;
  if (parent.type === 'MemberExpression' && parent.object === name) {
    const member = writtenName(parent.property, parent.computed);
    return member === undefined ? undefined : [member];
  }
  if (parent.type !== 'VariableDeclarator' || parent.init !== name || parent.id.type !== 'ObjectPattern') return undefined;
  const names = parent.id.properties.map((part) => (part.type === 'Property' ? writtenName(part.key, part.computed) : undefined));
  return names.every((each) => each !== undefined) ? names : undefined;
}
