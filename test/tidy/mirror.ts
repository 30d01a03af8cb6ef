import { codeOf } from './code.ts';
import { fileImportsOf } from './imports.ts';
import { exportedNames } from './shape.ts';
import { type Source, srcFolderOf, within } from './source.ts';
import { withHelpers } from './withHelpers.ts';

/** Files and folders (ending in `/`) that are tested through something else, and the suite that does it. */
export const COVERED_BY: Readonly<Record<string, string>> = {
  'src/daemon/treasury/openTreasury.ts': 'test/cli/treasury.long.test.ts',
  'src/daemon/treasury/recoverTreasury.ts': 'test/cli/treasuryRecover.long.test.ts',
  'src/model/touchRows.ts': 'test/recording/block.test.ts',
};

/**
 * Every file of `src/` that exports a function, a class or a value is tested from the folder of `test/` that mirrors its own: by
 * a test that imports it (`src/model/grid.ts` by some `test/model/*.test.ts`), or, from floor 3 up, through a file of its own
 * folder that such a test imports.
 */
export function mirrorFaults(sources: readonly Source[], coveredBy = COVERED_BY): string[] {
  const reached = reachedByTests(sources);
  const untested = within(sources, 'src/', '.ts').filter((source) => exportsLogic(source) && !reached.has(source.path));
  const rules = Object.entries(coveredBy);
  const faults = untested
    .filter(({ path }) => !rules.some(([covered]) => covers(covered, path)))
    .map(({ path }) => {
      const folder = `test/${srcFolderOf(path) ?? ''}/`;
      return `${path}: no test in ${folder} reaches it; write one, or name the suite that covers it in COVERED_BY`;
    });
  const stale = rules.flatMap(([covered, suite]) => {
    if (!sources.some(({ path }) => path === suite)) return [`${suite}: covers ${covered} in COVERED_BY and does not exist`];
    return untested.some(({ path }) => covers(covered, path)) ? [] : [`${covered}: needs no line in COVERED_BY any more; remove it`];
  });
  return [...faults, ...stale, ...untestedPageParts(sources)];
}

/** The pure parts of the page are tested directly; what draws is tested in a browser. */
function untestedPageParts(sources: readonly Source[]): string[] {
  const tested = new Set(within(sources, 'test/web/', '.test.ts').flatMap(fileImportsOf));
  return within(sources, 'web/pure/', '.ts')
    .filter((source) => exportsLogic(source) && !tested.has(source.path))
    .map(({ path }) => `${path}: no test in test/web/ imports it; write one`);
}

function covers(covered: string, path: string): boolean {
  return covered === path || (covered.endsWith('/') && path.startsWith(covered));
}

/** Whether a file has something that can be wrong at run time, that is, more than types. */
function exportsLogic(source: Source): boolean {
  const values = /\bexport\s+(?:async\s+)?(?:function\*?|class|const)\s+\w+/.test(codeOf(source.text));
  return values && exportedNames(source.text).length > 0;
}

/** Folders whose files must each be tested directly, since everything else builds on them. */
const EACH_BY_ITSELF = ['base', 'model', 'contract', 'addresses', 'market'];

/** Files of `src/` that a test of the mirror folder imports, directly or through helpers under `test/`. */
function reachedByTests(sources: readonly Source[]): Set<string> {
  const tests = new Map(within(sources, 'test/', '.ts').map((source) => [source.path, source]));
  const files = new Map(within(sources, 'src/', '.ts').map((source) => [source.path, source]));
  const reached = new Set<string>();
  for (const test of within(sources, 'test/', '.test.ts')) {
    const mirror = `src/${test.path.split('/')[1]!}/`;
    for (const target of [...withHelpers(test, tests)].flatMap(fileImportsOf)) if (target.startsWith(mirror)) reached.add(target);
  }
  for (const path of reached) {
    const source = files.get(path);
    const folder = srcFolderOf(path)!;
    if (source === undefined || EACH_BY_ITSELF.includes(folder)) continue;
    for (const target of fileImportsOf(source)) if (srcFolderOf(target) === folder) reached.add(target);
  }
  return reached;
}

const ASSERTION = /\bexpect(?:\.\w+)?\(|\bexpectTypeOf\(|\bassert(?:\.\w+)?\(/;

/** A test that can't fail is worthless, so each file must assert, by itself or through a suite under `test/`. */
export function assertionFaults(sources: readonly Source[]): string[] {
  const tests = new Map(within(sources, 'test/', '.ts').map((source) => [source.path, source]));
  return within(sources, 'test/', '.test.ts')
    .filter((test) => ![...withHelpers(test, tests)].some(({ text }) => ASSERTION.test(codeOf(text))))
    .map(({ path }) => `${path}: asserts nothing; say what must hold`);
}
