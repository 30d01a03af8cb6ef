import { fileImportsOf, importsOf } from './imports.ts';
import { type Source, srcFolderOf, within } from './source.ts';
import { withHelpers } from './withHelpers.ts';

const STARTS = /^(?:node:)?(?:child_process|worker_threads|cluster)$/;

/** `npm run test:quick` leaves these out (vitest.config.ts). */
function isLong({ path }: Source): boolean {
  return path.endsWith('.long.test.ts');
}

/**
 * A test is long when it, a helper of it under `test/`, or a file of `src/` that they name starts a process or a worker. Each
 * folder of `src/` also has a quick test, so that the quick run covers all of it.
 */
export function quickFaults(sources: readonly Source[]): string[] {
  const files = new Map(sources.map((source) => [source.path, source]));
  const tests = within(sources, 'test/', '.test.ts');
  const quick = tests.filter((test) => !isLong(test));
  const slow = quick.flatMap((test) => {
    const own = [...withHelpers(test, files)];
    const named = own.flatMap(fileImportsOf).flatMap((path) => files.get(path) ?? []);
    const starter = [...own, ...named].find((source) => importsOf(source).some((name) => STARTS.test(name)));
    const by = starter === undefined || starter === test ? '' : ` by ${starter.path}`;
    return starter === undefined ? [] : [`${test.path}: starts a process or a worker${by}; name it ${longName(test)}`];
  });
  const folders = new Set(within(sources, 'src/', '.ts').flatMap(({ path }) => srcFolderOf(path) ?? []));
  const untested = [...folders].filter((folder) => !quick.some(({ path }) => path.startsWith(`test/${folder}/`)));
  return [...slow, ...untested.map((folder) => `src/${folder}/: no test in test/${folder}/ is quick; write one that is`)];
}

function longName({ path }: Source): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.test\.ts$/, '.long.test.ts');
}
