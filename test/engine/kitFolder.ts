import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../cli/temporaryFolder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** A folder of a person's own, in which the package is installed as far as a compiler sees it. */
export interface KitFolder {
  /** The errors of the compiler by file, under no other setting than `--strict`. */
  errorsOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, string>;
  remove(): void;
}

export function kitFolder(): KitFolder {
  const { path, remove } = temporaryFolder();
  const kit = path('node_modules/sluice');
  mkdirSync(kit, { recursive: true });
  copyFileSync(join(ROOT, 'package.json'), join(kit, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(kit, 'node_modules'));
  for (const name of ['rxjs', '@types']) symlinkSync(join(ROOT, 'node_modules', name), path(`node_modules/${name}`));
  writeFileSync(path('package.json'), '{ "type": "module" }');
  execFileSync(process.execPath, [TSC, '-p', join(ROOT, 'tsconfig.types.json'), '--outDir', join(kit, 'dist')]);
  return {
    remove,
    errorsOf(files) {
      for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);
      const settings = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'esnext', '--types', 'node', '--pretty', 'false'];
      const { stdout } = spawnSync(process.execPath, [TSC, ...settings, ...Object.keys(files)], { cwd: path('.'), encoding: 'utf8' });
      return byFile(stdout);
    },
  };
}

function byFile(said: string): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  let file = '';
  for (const line of said.split('\n')) {
    file = /^([^\s(]+)\(\d+,\d+\): error/.exec(line)?.[1] ?? file;
    if (line !== '') errors.set(file, `${errors.get(file) ?? ''}${line}\n`);
  }
  return errors;
}
