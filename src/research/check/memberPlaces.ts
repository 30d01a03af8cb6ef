import { basename } from 'node:path';
import { strategyModules } from './strategyModule.ts';
import { writtenName } from './syntaxTree.ts';

/** Finds where a member of that name is written: `mine.ts:12:5`, or the file alone where that can't be told. */
export function memberPlaces(file: string): (name: string) => string {
  const modules = strategyModules(file);
  return (name) => {
    for (const module of modules) {
      const found = module.tree.nodes.find(
        (node) => (node.type === 'Property' || node.type === 'MethodDefinition') && writtenName(node.key, node.computed) === name,
      );
      if (found === undefined) continue;
      const { line, column } = found.loc!.start;
      return `${basename(module.file)}:${line}:${column + 1}`;
    }
    return basename(file);
  };
}
