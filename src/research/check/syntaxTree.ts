import type { AnyNode, Program } from 'acorn';

/** A program's nodes, each with the node around it. */
export class SyntaxTree {
  readonly nodes: readonly AnyNode[];
  readonly #parents = new Map<AnyNode, AnyNode>();

  constructor(program: Program) {
    const nodes: AnyNode[] = [program];
    // The list grows while it is gone through.
    for (const node of nodes) {
      for (const child of childrenOf(node)) {
        this.#parents.set(child, node);
        nodes.push(child);
      }
    }
    this.nodes = nodes;
  }

  /** Undefined for the program. */
  parentOf(node: AnyNode): AnyNode | undefined {
    return this.#parents.get(node);
  }

  /** Whether a node is run when a function is called, and not when the module is loaded. */
  isInFunction(node: AnyNode): boolean {
    for (let at = this.parentOf(node); at !== undefined; at = this.parentOf(at)) if (isFunction(at)) return true;
    return false;
  }
}

export type AnyFunction = Extract<AnyNode, { type: 'FunctionDeclaration' | 'FunctionExpression' | 'ArrowFunctionExpression' }>;

export function isFunction(node: AnyNode): node is AnyFunction {
  return node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression';
}

/** The name of a member or a property, when it is written out: `a.b`, `a['b']`, `{ b: 1 }`. */
export function writtenName(key: AnyNode, isComputed: boolean): string | undefined {
  if (key.type === 'Literal') return typeof key.value === 'string' ? key.value : undefined;
  return key.type === 'Identifier' && !isComputed ? key.name : undefined;
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
