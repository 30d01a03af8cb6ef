import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '../base/instant.ts';

/** How a session ended. Without this file it is being written, or its daemon died. */
export interface SessionEnding {
  /** `ended`: all is there. `crashed`: the last seconds are missing. `incomplete`: the disk did not take the rest. */
  readonly how: 'ended' | 'crashed' | 'incomplete';
  readonly at: Instant;
  /** That are in the files; unknown after a crash. */
  readonly events: number | undefined;
  readonly reason: string;
}

const FILE = 'end.json';

/** At once or not at all: a disk that is full is why many a session ends. */
export function writeEnding(folder: string, ending: SessionEnding): void {
  const file = join(folder, FILE);
  writeFileSync(`${file}.tmp`, `${JSON.stringify(ending)}\n`, { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

/** Undefined also for one that was not written to its end: it tells nothing. */
export function readEnding(folder: string): SessionEnding | undefined {
  const file = join(folder, FILE);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SessionEnding;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
