import { basename } from 'node:path';
import type { AnyNode } from 'acorn';
import { strategyModules } from './strategyModule.ts';
import { writtenName } from './syntaxTree.ts';

/** Finds where a member of that name is written, else where it is read: `mine.ts:12:5`, or the file alone where that can't be told. */
export function memberPlaces(file: string): (name: string) => string {
  const modules = strategyModules(file);
  return (name) => {
    for (const isPlace of [isWritten, isRead]) {
      for (const module of modules) {
        const found = module.tree.nodes.find((node) => isPlace(node, name));
        if (found === undefined) continue;
        const { line, column } = found.loc!.start;
        return `${basename(module.file)}:${line}:${column + 1}`;
      }
    }
    return basename(file);
  };
}

function isWritten(node: AnyNode, name: string): boolean {
  return (node.type === 'Property' || node.type === 'MethodDefinition') && writtenName(node.key, node.computed) === name;
}

function isRead(node: AnyNode, name: string): boolean {
  return node.type === 'MemberExpression' && writtenName(node.property, node.computed) === name;
}
