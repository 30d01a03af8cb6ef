import { packageImportsOf } from './imports.ts';
import { type Source, within } from './source.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
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
  const { devDependencies = {}, scripts = {} } = manifest;
  const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const loose = Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name, version]) => `package.json: ${name} is "${version}"; pin one exact version`);

  const shipped = importedFrom(sources, ['src/', 'bin/', 'strategies/']);
  const idle = Object.keys(dependencies)
    .filter((name) => !shipped.has(name))
    .map((name) => `package.json: nothing in src/ imports ${name}; remove it, or move it to devDependencies`);

  const anywhere = new Set([...shipped, ...importedFrom(sources, ['test/', 'web/', 'vitest.config.ts', 'scripts/'])]);
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
  const files = folders.flatMap((folder) => within(sources, folder, '.ts', '.tsx', '.js'));
  return new Set(files.flatMap(packageImportsOf));
}

interface Lock {
  readonly packages?: Readonly<Record<string, LockEntry>>;
}

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** What may run code while it is installed, and why it must. `allowScripts` in package.json names the same. */
export const RUNS_AT_INSTALL: Readonly<Record<string, string>> = {
  sqlite3: 'it fetches or compiles the driver; the only one that the installed package needs',
  node: 'it fetches the runtime of the npm scripts of a checkout',
};

/** Nothing runs at install that was not decided on, and nothing is allowed to that does not. */
export function installFaults(sources: readonly Source[], known = RUNS_AT_INSTALL): string[] {
  const running = Object.entries(lockOf(sources)).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = new Set(running.map(([path]) => nameOf(path)));
  const manifest = JSON.parse(sources.find(({ path }) => path === 'package.json')?.text ?? '{}') as Manifest;
  const allowed = Object.keys(manifest.allowScripts ?? {});
  return [
    ...[...names]
      .filter((name) => !(name in known))
      .map((name) => `package-lock.json: ${name} runs code at install; do without it, or say in RUNS_AT_INSTALL why`),
    ...[...new Set([...allowed, ...Object.keys(known)])]
      .filter((name) => !names.has(name))
      .map((name) => `package.json: ${name} may run code at install and has none; remove it from allowScripts and RUNS_AT_INSTALL`),
    ...[...names].filter((name) => !allowed.includes(name)).map((name) => `package.json: allowScripts does not name ${name}; add it`),
  ];
}

/** What npm installs is what was locked, byte for byte, on every platform, and comes from the public registry. */
export function integrityFaults(sources: readonly Source[]): string[] {
  return within(sources, '', 'package-lock.json').flatMap(({ path: file, text }) =>
    Object.entries(packagesOf(text))
      .filter(([path]) => path !== '')
      .flatMap(([path, { version, integrity, resolved }]) => [
        ...(integrity === undefined
          ? [`${file}: ${path} ${version} has no integrity; install it anew, with no node_modules beside it`]
          : []),
        ...(resolved?.startsWith(REGISTRY) === false ? [`${file}: ${path} ${version} comes from ${resolved}, not from ${REGISTRY}`] : []),
      ]),
  );
}

const REGISTRY = 'https://registry.npmjs.org/';

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function lockOf(sources: readonly Source[]): Readonly<Record<string, LockEntry>> {
  return packagesOf(sources.find(({ path }) => path === 'package-lock.json')?.text ?? '{}');
}

function packagesOf(text: string): Readonly<Record<string, LockEntry>> {
  return (JSON.parse(text) as Lock).packages ?? {};
}

/** `npm ci` refuses a lock file without the packages of other platforms, whatever platform it runs on. */
export function lockFaults(sources: readonly Source[]): string[] {
  const packages = lockOf(sources);
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
