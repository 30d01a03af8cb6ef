import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { bytesText } from '../base/bytesText.ts';
import { recordingFolder } from '../daemon/recorder/recordingFolder.ts';
import { type Check, type ConfiguredContext, type DoctorContext, SOON_MS } from './check.ts';
import { bad, type Finding, look, ok } from './finding.ts';
import type { DiskSpace } from './machine.ts';

/** A journal that meets a full disk ends the daemon. */
const LEAST_BYTES = 200_000_000;
const ENOUGH_BYTES = 2_000_000_000;
const LEAST_FILES = 1000;
const ENOUGH_FILES = 20_000;

/** Room for the journal. */
export const stateDiskCheck: Check<DoctorContext> = {
  name: 'disk',
  withinMs: SOON_MS,
  look: async ({ machine, state }) => [spaceFinding('the state folder', state, await machine.space(nearest(state)))],
};

/** Room for what is recorded. */
export const recordingDiskCheck: Check = {
  name: 'disk',
  withinMs: SOON_MS,
  async look({ machine, settings, cwd }: ConfiguredContext) {
    if (settings.record === undefined) return [];
    const folder = recordingFolder(settings, cwd);
    return [spaceFinding('the recordings', folder, await machine.space(nearest(folder)))];
  },
};

/** The folder itself, or the first one above it that exists. */
export function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

function spaceFinding(what: string, folder: string, { freeBytes, freeFiles }: DiskSpace): Finding {
  const files = freeFiles === undefined ? '' : ` and ${freeFiles} files`;
  const found = `${bytesText(freeBytes)}${files} free for ${what} ${folder}`;
  const suggestion = `df -h ${nearest(folder)}; df -i ${nearest(folder)}: free space, or name a folder on another disk`;
  const few = freeFiles ?? Infinity;
  if (freeBytes < LEAST_BYTES || few < LEAST_FILES)
    return bad(`only ${found}; a daemon ends when its journal can't be written`, suggestion);
  return freeBytes < ENOUGH_BYTES || few < ENOUGH_FILES ? look(`only ${found}`, suggestion) : ok(found);
}
