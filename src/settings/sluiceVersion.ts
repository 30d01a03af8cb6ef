import { readFileSync } from 'node:fs';
import { packageFile } from '../base/packageFiles.ts';

/** The version of the package that this file belongs to. */
export function sluiceVersion(): string {
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
