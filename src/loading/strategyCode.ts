import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** The code of a strategy as it was read: its file and all files that it imports by a relative path, directly or not. Packages are left out. */
export interface StrategyCode {
  /** Its own file, as an absolute path. */
  readonly file: string;
  /** The texts of all files by their absolute paths. */
  readonly files: Readonly<Record<string, string>>;
  /** The sha-256 of all of it. It does not depend on where the files are. */
  readonly hash: string;
}

/** Finds `from './x.ts'`, `import './x.ts'` and `import('./x.ts')`. An import in a comment counts too, which does no harm. */
const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/** Reads the code as it is now. */
export function readStrategyCode(file: string): StrategyCode {
  return strategyCode(file, Object.fromEntries(withImports(file)));
}

/** Code of these texts, by their absolute paths. */
export function strategyCode(file: string, files: Readonly<Record<string, string>>): StrategyCode {
  const own = sha256(files[file] ?? '');
  const paths = Object.keys(files);
  if (paths.length === 1) return { file, files, hash: own };
  const others = paths.map((path) => `${relative(dirname(file), path).replaceAll('\\', '/')} ${sha256(files[path]!)}`);
  return { file, files, hash: sha256(others.sort().join('\n')) };
}

/** The files by their paths, the given file first. */
function withImports(file: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const waiting = [file];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    // A file that is not there can't be imported either, and the loader reports it.
    if (files.has(path) || !existsSync(path) || !statSync(path).isFile()) continue;
    const text = readFileSync(path, 'utf8');
    files.set(path, text);
    for (const [, , name] of text.matchAll(RELATIVE_IMPORT)) waiting.push(resolve(dirname(path), name!));
  }
  return files;
}

/** The hash of a text or of bytes, in hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
