import { registerHooks } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codeFile } from '../base/packageFiles.ts';
import type { StrategyCode } from './strategyCode.ts';

const KIT = codeFile('src/engine/kit.ts').href;
const FORMATS: Readonly<Record<string, string>> = {
  '.ts': 'module-typescript',
  '.mts': 'module-typescript',
  '.js': 'module',
  '.mjs': 'module',
  '.json': 'json',
};
/** In the address of a module, the hash of the code that it belongs to. */
const CODE = '?code=';

/** By path, the text with which a file was first imported, under its plain address. */
const imported = new Map<string, string>();
/** By address, the text of a module of another version. */
const versions = new Map<string, string>();

/**
 * Imports a strategy's file just as it was read. Node keeps a module for as long as the process lives, so code that has changed since it was
 * first imported gets addresses of its own: both versions are there then, each with its own imports. `isOnDisk`: its files say the same now.
 */
export function importCode({ file, files, hash }: StrategyCode, isOnDisk: boolean): Promise<{ readonly default?: unknown }> {
  installHooks();
  const plain = pathToFileURL(file).href;
  if (Object.entries(files).every(([path, text]) => (imported.has(path) ? imported.get(path) === text : isOnDisk))) {
    for (const [path, text] of Object.entries(files)) imported.set(path, text);
    return importModule(plain);
  }
  for (const [path, text] of Object.entries(files)) versions.set(`${pathToFileURL(path).href}${CODE}${hash}`, text);
  return importModule(`${plain}${CODE}${hash}`);
}

function importModule(address: string): Promise<{ readonly default?: unknown }> {
  return import(address) as Promise<{ readonly default?: unknown }>;
}

let hooked = false;

/**
 * Lets a user's file import the kit as `sluice` wherever the file is, and makes it a module whatever the nearest package.json
 * says (npm writes `"type": "commonjs"` by default). A module of a version imports those of the same version.
 */
function installHooks(): void {
  if (hooked) return;
  hooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'sluice' || specifier === '#kit') return { url: KIT, shortCircuit: true };
      const version = versionOf(specifier, context.parentURL);
      return version === undefined ? next(specifier, context) : { url: version, shortCircuit: true };
    },
    load(url, context, next) {
      const format = url.startsWith('file:') ? FORMATS[extname(new URL(url).pathname)] : undefined;
      const source = versions.get(url);
      if (source !== undefined && format !== undefined) return { format, source, shortCircuit: true };
      if (format !== 'module-typescript' || url.includes('/node_modules/')) return next(url, context);
      return next(url, { ...context, format });
    },
  });
}

function versionOf(specifier: string, parent: string | undefined): string | undefined {
  if (parent === undefined || !versions.has(parent) || !specifier.startsWith('.')) return versions.has(specifier) ? specifier : undefined;
  const address = `${new URL(specifier, parent).href}${new URL(parent).search}`;
  return versions.has(address) ? address : undefined;
}
