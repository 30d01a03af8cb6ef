import { existsSync, readFileSync, statSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, extname, resolve } from 'node:path';
import { type AnyNode, parse, type Program } from 'acorn';
import { analyze, type ScopeManager } from 'eslint-scope';
import { SyntaxTree } from './syntaxTree.ts';

/** A file of a strategy, read as Node reads it: types are blanked out, so every place stays where it was. */
export interface StrategyModule {
  readonly file: string;
  readonly program: Program;
  readonly tree: SyntaxTree;
  readonly scopes: ScopeManager;
}

/** An import or export of another module: its node, and the name as it is written. */
export interface ModuleImport {
  readonly node: AnyNode;
  readonly name: string;
}

const LANGUAGE = 2026;
const TYPESCRIPT: ReadonlySet<string> = new Set(['.ts', '.mts']);
const CODE: ReadonlySet<string> = new Set([...TYPESCRIPT, '.js', '.mjs']);

/**
 * The file and all files that it imports by a relative path, directly or not. A file that is not there or can't be read is left
 * out, since loading it explains what is wrong.
 */
export function strategyModules(file: string): readonly StrategyModule[] {
  const modules: StrategyModule[] = [];
  const files = [file];
  // The list grows while it is gone through.
  for (const path of files) {
    const module = readModule(path);
    if (module === undefined) continue;
    modules.push(module);
    for (const { name } of importsOf(module)) {
      const target = resolve(dirname(path), name);
      if (isRelative(name) && !files.includes(target)) files.push(target);
    }
  }
  return modules;
}

/** What a module imports, in its order. A dynamic import has no name, unless it is written out. */
export function importsOf({ tree }: StrategyModule): readonly ModuleImport[] {
  return tree.nodes.flatMap((node) => {
    const isImport =
      node.type === 'ImportDeclaration' ||
      node.type === 'ExportAllDeclaration' ||
      node.type === 'ExportNamedDeclaration' ||
      node.type === 'ImportExpression';
    const source = isImport ? node.source : undefined;
    return source?.type === 'Literal' && typeof source.value === 'string' ? [{ node, name: source.value }] : [];
  });
}

export function isRelative(name: string): boolean {
  return name.startsWith('./') || name.startsWith('../');
}

function readModule(file: string): StrategyModule | undefined {
  if (!CODE.has(extname(file)) || !existsSync(file) || !statSync(file).isFile()) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    const code = TYPESCRIPT.has(extname(file)) ? stripTypeScriptTypes(text) : text;
    const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module', locations: true, ranges: true });
    // Both libraries mean the same tree, and each has types of its own for it.
    const scopes = analyze(program as unknown as Parameters<typeof analyze>[0], {
      ecmaVersion: LANGUAGE,
      sourceType: 'module',
      ignoreEval: true,
    });
    return { file, program, tree: new SyntaxTree(program), scopes };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
