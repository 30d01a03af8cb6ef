import type { AnyNode, CallExpression, Identifier, MemberExpression } from 'acorn';
import { type SyntaxTree, writtenName } from './syntaxTree.ts';

/** Methods that change the container that they belong to, whatever it is. */
const CHANGES: ReadonlySet<string> = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
  'set',
  'delete',
  'clear',
]);
/** Methods that change some things (`Set`, an average) and only compute with others (`Decimal`, a text). */
const MAY_CHANGE: ReadonlySet<string> = new Set(['add', 'update', 'replace', 'next']);
/** Methods that give what a container holds. */
const GIVES: ReadonlySet<string> = new Set(['get', 'at', 'values', 'find']);
/** Functions that change their first argument. */
const CHANGERS: ReadonlySet<string> = new Set([
  'Object.assign',
  'Object.defineProperty',
  'Object.defineProperties',
  'Object.setPrototypeOf',
  'Reflect.set',
  'Reflect.deleteProperty',
  'Reflect.defineProperty',
]);
const UNCHANGING: ReadonlySet<string> = new Set(['Decimal', 'RegExp', 'Error']);

/**
 * How a use of a name changes what the name stands for, as it is written: `seen.add(…)`, `last.price = …`. Undefined where it
 * only reads. `init`: what the name was given where it was declared.
 */
export function writeTo(tree: SyntaxTree, name: Identifier, init: AnyNode | undefined): string | undefined {
  let node: AnyNode = name;
  let text = name.name;
  let value = init;
  for (;;) {
    const parent: AnyNode = tree.parentOf(node)!;
    if (parent.type === 'ChainExpression') {
      node = parent;
    } else if (parent.type === 'MemberExpression' && parent.object === node) {
      const call = callOf(tree, parent);
      const member = memberName(parent);
      if (call !== undefined) {
        const mayChange = MAY_CHANGE.has(member ?? '') && value?.type === 'NewExpression' && !isUnchanging(value.callee);
        if (CHANGES.has(member ?? '') || mayChange) return `${text}.${member}(…)`;
        if (!GIVES.has(member ?? '')) return undefined;
      }
      value = call === undefined && member !== undefined ? memberOf(value, member) : undefined;
      text += `${member === undefined ? '[…]' : `.${member}`}${call === undefined ? '' : '(…)'}`;
      node = call ?? parent;
    } else {
      if (isChanger(parent, node)) return `${text}, as the first argument of a function that changes it,`;
      return node.type === 'MemberExpression' && isTarget(tree, node, parent) ? `${text} = …` : undefined;
    }
  }
}

function callOf(tree: SyntaxTree, member: MemberExpression): CallExpression | undefined {
  const parent = tree.parentOf(member);
  return parent?.type === 'CallExpression' && parent.callee === member ? parent : undefined;
}

/** Whether a node is what is assigned to, counted up or deleted. */
function isTarget(tree: SyntaxTree, node: AnyNode, parent: AnyNode): boolean {
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
      return parent.left === node;
    case 'UpdateExpression':
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'UnaryExpression':
      return parent.operator === 'delete';
    case 'Property':
      return parent.value === node && tree.parentOf(parent)?.type === 'ObjectPattern';
    default:
      return false;
  }
}

function isChanger(parent: AnyNode, node: AnyNode): boolean {
  if (parent.type !== 'CallExpression' || parent.arguments[0] !== node || parent.callee.type !== 'MemberExpression') return false;
  const { object } = parent.callee;
  return object.type === 'Identifier' && CHANGERS.has(`${object.name}.${memberName(parent.callee)}`);
}

function isUnchanging(callee: AnyNode): boolean {
  return callee.type === 'Identifier' && UNCHANGING.has(callee.name);
}

function memberName({ property, computed }: MemberExpression): string | undefined {
  return property.type === 'PrivateIdentifier' ? `#${property.name}` : writtenName(property, computed);
}

/** What a member was given in an object that is written out. */
function memberOf(object: AnyNode | undefined, member: string): AnyNode | undefined {
  if (object?.type !== 'ObjectExpression') return undefined;
  const found = object.properties.find((part) => part.type === 'Property' && writtenName(part.key, part.computed) === member);
  return found?.type === 'Property' ? found.value : undefined;
}
