import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { strategyFile } from './strategyLoader.ts';

/** Finds `from './x.ts'`, `import './x.ts'` and `import('./x.ts')`. An import in a comment counts too, which does no harm. */
const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/**
 * The sha-256 of a strategy's code as it is now: its file and all files that it imports by a relative path, directly or not.
 * Packages are left out. It does not depend on where the files are. Throws a `Fault` when there is no such strategy.
 */
export function codeHash(use: string, directory: string): string {
  const file = strategyFile(use, directory);
  const files = withImports(file);
  const own = sha256(files.get(file)!);
  if (files.size === 1) return own;
  const others = [...files].map(([path, bytes]) => `${relative(dirname(file), path).replaceAll('\\', '/')} ${sha256(bytes)}`);
  return sha256(others.sort().join('\n'));
}

/** The files by their paths, the given file first. */
function withImports(file: string): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const waiting = [file];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    // A file that is not there can't be imported either, and the loader reports it.
    if (files.has(path) || !existsSync(path) || !statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    files.set(path, bytes);
    for (const [, , name] of bytes.toString('utf8').matchAll(RELATIVE_IMPORT)) waiting.push(resolve(dirname(path), name!));
  }
  return files;
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
