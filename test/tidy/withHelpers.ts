import { fileImportsOf } from './imports.ts';
import type { Source } from './source.ts';

/** A test with all helpers under `test/` that it imports, directly or not. */
export function withHelpers(test: Source, files: ReadonlyMap<string, Source>): Set<Source> {
  const seen = new Set([test]);
  for (const source of seen) {
    for (const target of fileImportsOf(source)) {
      const helper = target.startsWith('test/') ? files.get(target) : undefined;
      if (helper !== undefined) seen.add(helper);
    }
  }
  return seen;
}
