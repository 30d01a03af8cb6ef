import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Packed {
  readonly tarball: string;
  /** The paths in it, as npm tells them. */
  readonly files: readonly string[];
}

/** What is no part of the package, or is made anew. */
const LEFT_OUT = new Set(['.git', '.sluice', 'bench', 'coverage', 'dist', 'mutation', 'node_modules', 'runs', 'test']);

/** Packs a copy of the checkout as `npm pack` does, compiler and all. What was built before is left alone: others may run from it. */
export function pack(folder: string): Packed {
  const checkout = join(folder, 'checkout');
  cpSync(ROOT, checkout, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(ROOT, path)) });
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  const told = npm(checkout, 'pack', '--json', '--pack-destination', folder);
  // The lines of the build come before it, and npm 12 gives an object by name where npm 11 gives a list.
  const answer = JSON.parse(told.slice(told.search(/^[[{]/m))) as readonly PackAnswer[] | Readonly<Record<string, PackAnswer>>;
  const { filename, files } = Object.values(answer)[0] as PackAnswer;
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}

interface PackAnswer {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/**
 * Installs the tarball into a folder of its own, as a person does. What runs at install is left out: it compiles the driver of
 * sqlite, for minutes where no binary is to be had, and the checkout has the same one.
 */
export function install({ tarball }: Packed, folder: string): void {
  mkdirSync(folder);
  // Without it npm would look for one in the folders above.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  npm(folder, 'install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball);
  cpSync(join(ROOT, 'node_modules/sqlite3/build'), join(folder, 'node_modules/sqlite3/build'), { recursive: true });
}

function npm(cwd: string, ...argv: readonly string[]): string {
  return execFileSync('npm', argv, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 2 ** 20 });
}
