import { packageImportsOf } from './imports.ts';
import { type Source, within } from './source.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Development packages that no file imports and no script names, with their uses. */
export const USED_BY_TOOLS: Readonly<Record<string, string>> = {
  '@types/node': 'types of the compiler (tsconfig.json)',
  node: 'the runtime of every npm script',
  'oxlint-tsgolint': 'the type-aware rules of oxlint',
  typescript: 'the command tsc',
};

/** Versions must be exact, and every package must be used. */
export function dependencyFaults(sources: readonly Source[], usedByTools = USED_BY_TOOLS): string[] {
  const manifest = JSON.parse(sources.find(({ path }) => path === 'package.json')?.text ?? '{}') as Manifest;
  const { dependencies = {}, devDependencies = {}, scripts = {} } = manifest;
  const loose = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} is "${version}"; pin one exact version`);

  const shipped = importedFrom(sources, ['src/', 'bin/', 'strategies/']);
  const idle = Object.keys(dependencies)
    .filter((name) => !shipped.has(name))
    .map((name) => `package.json: nothing in src/ imports ${name}; remove it, or move it to devDependencies`);

  const anywhere = new Set([...shipped, ...importedFrom(sources, ['test/', 'vitest.config.ts', 'scripts/'])]);
  const commands = new Set(Object.values(scripts).flatMap((script) => script.split(/\s+/)));
  const idleTools = Object.keys(devDependencies)
    .filter((name) => !anywhere.has(name) && !commands.has(name) && !(name in usedByTools))
    .map((name) => `package.json: nothing uses ${name}; remove it, or say in USED_BY_TOOLS what does`);
  const known = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
  const undeclared = [...anywhere]
    .filter((name) => !known.has(name) && name !== 'sluice')
    .map((name) => `package.json: ${name} is imported and not declared; install it with --save-exact`);
  const onlyDeveloped = [...shipped]
    .filter((name) => name in devDependencies)
    .map((name) => `package.json: ${name} is imported by what is shipped; move it to dependencies`);
  return [...loose, ...idle, ...idleTools, ...undeclared, ...onlyDeveloped];
}

function importedFrom(sources: readonly Source[], folders: readonly string[]): Set<string> {
  const files = folders.flatMap((folder) => within(sources, folder, '.ts', '.js'));
  return new Set(files.flatMap(packageImportsOf));
}

interface Lock {
  readonly packages?: Readonly<Record<string, LockEntry>>;
}

interface LockEntry {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** `npm ci` refuses a lock file without the packages of other platforms, whatever platform it runs on. */
export function lockFaults(sources: readonly Source[]): string[] {
  const { packages = {} } = JSON.parse(sources.find(({ path }) => path === 'package-lock.json')?.text ?? '{}') as Lock;
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter(([name]) => !foldersAbove(path).some((folder) => `${folder}node_modules/${name}` in packages))
      .map(([name, version]) => `package-lock.json: ${name} ${version}, wanted by ${path}, has no entry; npm ci would refuse: add it`),
  );
}

/** The folders where a package looks for its imports: its own first, then each one around it. */
function foldersAbove(path: string): string[] {
  const parts = path.split(/(?<=^|\/)(?=node_modules\/)/).filter((part) => part !== '');
  return parts
    .map(
      (_, at) =>
        `${parts
          .slice(0, at + 1)
          .join('')
          .replace(/\/$/, '')}/`,
    )
    .concat('');
}
