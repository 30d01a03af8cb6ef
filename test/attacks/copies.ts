import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { constants, runInThisContext } from 'node:vm';
import { applied, type Change } from '../applied.ts';
import { fileImportsOf } from '../tidy/imports.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Marks the modules of a copy in their addresses. */
const MARK = '?copy=';

/** What stands in the program to keep somebody out: the file, its text, and the text without the guard. */
export type Guard = readonly [file: string, text: string, without: string];

/** The program, or a copy of it. Gives its modules, by their paths below the project's folder. */
export interface Copy {
  load<Module>(path: string): Promise<Module>;
}

/** The program as it is. */
export const PROGRAM: Copy = { load: async (path) => (await nativeImport(pathToFileURL(ROOT + path).href)) as never };

interface Made extends Copy {
  readonly changes: readonly Change[];
  /** By file, whether it is changed or imports, by whatever way, one that is. */
  readonly reaches: Map<string, boolean>;
}

const copies: Made[] = [];
const known = new Map<string, Copy>();
let isHooked = false;

/**
 * The program without these guards. It lives in this process, beside the program and other copies: it has its own instance of each
 * module that is changed or that imports a changed one, and shares the others.
 */
export function copyWithout(guards: readonly Guard[]): Copy {
  const name = JSON.stringify(guards);
  const made = known.get(name);
  if (made !== undefined) return made;
  const changes = guards.map(([file, from, to]) => ({ file, from, to }));
  // A guard that is no longer there is told of even where nothing loads its file.
  for (const { file } of changes) changed(file, changes);
  const mark = `${MARK}${copies.length}`;
  const reaches = new Map(changes.map(({ file }) => [file, true]));
  const copy: Made = {
    changes,
    reaches,
    load: (path) => nativeImport(pathToFileURL(ROOT + path).href + (doesReach(path, reaches) ? mark : '')) as Promise<never>,
  };
  copies.push(copy);
  known.set(name, copy);
  if (!isHooked) hook();
  isHooked = true;
  return copy;
}

function hook(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const copy = context.parentURL?.split(MARK)[1];
      if (copy === undefined || found.url.includes(MARK)) return found;
      const path = ours(found.url);
      return path !== undefined && doesReach(path, copies[Number(copy)]!.reaches) ? { ...found, url: found.url + MARK + copy } : found;
    },
    load(url, context, next) {
      const [address, copy] = url.split(MARK);
      const loaded = next(url, context);
      if (copy === undefined) return loaded;
      const { changes } = copies[Number(copy)]!;
      const path = ours(address!)!;
      return changes.some(({ file }) => file === path) ? { ...loaded, source: changed(path, changes) } : loaded;
    },
  });
}

/** The path of a module of this project below its folder. */
function ours(url: string): string | undefined {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return undefined;
  const path = fileURLToPath(url);
  return path.startsWith(ROOT) ? path.slice(ROOT.length) : undefined;
}

const imports = new Map<string, readonly string[]>();

function importsOf(path: string): readonly string[] {
  const found = imports.get(path) ?? (path.endsWith('.ts') ? fileImportsOf({ path, text: readFileSync(ROOT + path, 'utf8') }) : []);
  imports.set(path, found);
  return found;
}

function doesReach(path: string, reaches: Map<string, boolean>): boolean {
  const found = reaches.get(path);
  if (found !== undefined) return found;
  // Files of types may import one another in a circle.
  reaches.set(path, false);
  const does = importsOf(path).some((each) => doesReach(each, reaches));
  reaches.set(path, does);
  return does;
}

function changed(path: string, changes: readonly Change[]): string {
  return applied(
    readFileSync(ROOT + path, 'utf8'),
    changes.filter(({ file }) => file === path),
  );
}

/** Past the test runner, which would load the modules in its own way. */
const nativeImport = runInThisContext('(url) => import(url)', {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}) as (url: string) => Promise<unknown>;
