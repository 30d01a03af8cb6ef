import { existsSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Fault, messageOf } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import { knowsText } from '../probe/knowsText.ts';
import type { Probed } from '../probe/probeVenue.ts';
import type { Settings } from '../settings/loadSettings.ts';
import { sluiceVersion } from '../settings/sluiceVersion.ts';
import { say, type Shell } from './shell.ts';

/** Where a probe writes what it found, and of which venue. */
export interface KnowsPlace {
  readonly path: string;
  readonly venue: string;
}

/** Throws a `Fault` `usage` before anything is asked when there is a file already: a person may have edited it. */
export function knowsPlace(shell: Shell, { venue }: Settings, named: string | undefined): KnowsPlace {
  const host = venue.exchange === undefined ? 'venue' : new URL(venue.exchange.url).host;
  const name = named ?? `knows-${host.replaceAll(/[^\w.-]/g, '-')}-${isoOf(systemClock.now()).slice(0, 10)}.yaml`;
  if (!/\.ya?ml$/.test(name)) throw new Fault('usage', `--out: expected a name that ends in .yaml, not ${name}`);
  const path = resolve(shell.cwd, name);
  if (existsSync(path)) {
    throw new Fault('usage', `${name} is there already, and what a person wrote into it would be lost`, {
      suggestion: 'move it away, or name another file with --out',
    });
  }
  return { path, venue: host };
}

export function writeKnows(shell: Shell, { path, venue }: KnowsPlace, { findings, learned }: Probed): void {
  const name = basename(path);
  const text = knowsText(findings, learned, { venue, at: systemClock.now(), by: `sluice ${sluiceVersion()}`, name });
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    throw new Fault('store', `${path} could not be written: ${messageOf(error)}`, {
      suggestion: 'everything is canceled; run it again with --out FILE',
    });
  }
  say(shell, `written to ${path}; read it, then name it in the configuration: venue: { knows: { file: ./${name} } }`);
}
