import { fileImportsOf, importsOf } from './imports.ts';
import type { Source } from './source.ts';

/** Where no import may lead, not even by way of other files. */
export interface ForbiddenPath {
  readonly from: RegExp;
  readonly to: RegExp;
  readonly because: string;
}

/** Each file from which a forbidden one can be reached by imports, with the way there. */
export function pathFaults(sources: readonly Source[], { from, to, because }: ForbiddenPath): string[] {
  const graph = new Map(sources.map((source) => [source.path, importedFiles(source)]));
  return [...graph.keys()]
    .filter((path) => from.test(path))
    .flatMap((path) => {
      const way = wayTo(graph, path, to);
      return way === undefined ? [] : [`${way.join(' -> ')}: ${because}`];
    });
}

/** `#kit` is the door for strategies (package.json, imports). */
function importedFiles(source: Source): readonly string[] {
  return [...fileImportsOf(source), ...(importsOf(source).includes('#kit') ? ['src/engine/kit.ts'] : [])];
}

/** The shortest way. */
function wayTo(graph: ReadonlyMap<string, readonly string[]>, start: string, to: RegExp): readonly string[] | undefined {
  const seen = new Set([start]);
  let ways: (readonly string[])[] = [[start]];
  while (ways.length > 0) {
    const next: (readonly string[])[] = [];
    for (const way of ways) {
      for (const target of graph.get(way.at(-1)!) ?? []) {
        if (to.test(target)) return [...way, target];
        if (seen.has(target)) continue;
        seen.add(target);
        next.push([...way, target]);
      }
    }
    ways = next;
  }
  return undefined;
}
