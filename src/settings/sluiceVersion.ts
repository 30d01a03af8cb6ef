import { readFileSync } from 'node:fs';

/** The version of the package that this file belongs to. */
export function sluiceVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
