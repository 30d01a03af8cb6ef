import { posix } from 'node:path';
import { codeOf } from './code.ts';
import type { Source } from './source.ts';

const STATIC = /\b(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*['"]/g;
const DYNAMIC = /\bimport\s*\(\s*['"]/g;

/** What a file imports, as written, including types and dynamic imports: `./clock.ts`, `zod`, `node:fs`, `#kit`. */
export function importsOf(source: Source): string[] {
  const code = codeOf(source.text);
  const found = [STATIC, DYNAMIC].flatMap((pattern) => [...code.matchAll(pattern)]);
  return found.map((match) => {
    const start = match.index + match[0].length;
    return source.text.slice(start, source.text.indexOf(source.text[start - 1]!, start));
  });
}

/** The files of the project that a file imports, as paths from the root. */
export function fileImportsOf(source: Source): string[] {
  return importsOf(source)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(source.path), name));
}

/** The packages that a file imports: `@hono/node-server`, `zod`. */
export function packageImportsOf(source: Source): string[] {
  return importsOf(source)
    .filter((name) => !/^[.#/]|^node:/.test(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}
