import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A file of the project. Every check is a function of a list of these, so that its own test can invent them. */
export interface Source {
  /** From the project's root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Folders, and `.git`, which is a file in a worktree. */
const NOT_OURS = new Set(['node_modules', '.git', 'dist', '.sluice', 'runs', 'coverage']);
const BINARY = /\.(?:png|jpe?g|gif|ico|woff2?|gz|zst|br|sqlite|db|bin|pdf)$/;

/** The types of a package that has none: no code of ours. */
const TYPES_ONLY = '.d.ts';

/** Documents show them, so that they are there is known. */
const PICTURE = /\.png$/;

/** All text files below a folder, and its pictures without a text; `[]` when there is no such folder. */
export function readSources(root: string, folder = '.'): Source[] {
  const files: Source[] = [];
  const walk = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (NOT_OURS.has(entry.name)) continue;
      if (entry.isDirectory()) walk(path);
      if (!entry.isFile() || (BINARY.test(entry.name) && !PICTURE.test(entry.name))) continue;
      files.push({ path: relative(root, path).split(sep).join('/'), text: PICTURE.test(entry.name) ? '' : readFileSync(path, 'utf8') });
    }
  };
  walk(join(root, folder));
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** The sources below a folder (`src/`) that end in one of the given ways. */
export function within(sources: readonly Source[], folder: string, ...endings: readonly string[]): Source[] {
  return sources.filter(
    ({ path }) =>
      path.startsWith(folder) && (endings.length === 0 || endings.some((end) => path.endsWith(end) && !path.endsWith(TYPES_ONLY))),
  );
}

/** The name of the folder below `src/`, such as `engine` for `src/engine/risk/collar.ts`. Undefined for anything else. */
export function srcFolderOf(path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(path)?.[1];
}
