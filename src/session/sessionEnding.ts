import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '../base/instant.ts';
import { readBounded } from './readBounded.ts';

/** How a session ended. Without this file it is being written, or its daemon died. */
export interface SessionEnding {
  /** `ended`: it is complete. `crashed`: the last seconds are missing. `incomplete`: the disk refused the rest. */
  readonly how: 'ended' | 'crashed' | 'incomplete';
  readonly at: Instant;
  /** How many events are in the files. Unknown after a crash. */
  readonly events: number | undefined;
  readonly reason: string;
}

const FILE = 'end.json';

/** Written as a whole or not at all, since many sessions end because the disk is full. */
export function writeEnding(folder: string, ending: SessionEnding): void {
  const file = join(folder, FILE);
  writeFileSync(`${file}.tmp`, `${JSON.stringify(ending)}\n`, { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

/** Also undefined for a file that was not written to its end, or says something else: it tells nothing. */
export function readEnding(folder: string): SessionEnding | undefined {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  try {
    const ending = JSON.parse(readBounded(file)) as unknown;
    return isEnding(ending) ? ending : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isEnding(value: unknown): value is SessionEnding {
  const { how, at, events, reason } = (value ?? {}) as Partial<SessionEnding>;
  const isKnown = how === 'ended' || how === 'crashed' || how === 'incomplete';
  return isKnown && Number.isSafeInteger(at) && (events === undefined || Number.isSafeInteger(events)) && typeof reason === 'string';
}
