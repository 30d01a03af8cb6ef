import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instant } from '../../base/instant.ts';

/** How a session ended. Without this file it is being written, or its daemon died. */
export interface SessionEnding {
  /** `ended`: all is there. `crashed`: the last seconds are missing. `incomplete`: the disk did not take the rest. */
  readonly how: 'ended' | 'crashed' | 'incomplete';
  readonly at: Instant;
  /** That were written; unknown after a crash. */
  readonly events: number | undefined;
  readonly reason: string;
}

const FILE = 'end.json';

export function writeEnding(folder: string, ending: SessionEnding): void {
  writeFileSync(join(folder, FILE), `${JSON.stringify(ending)}\n`, { mode: 0o600 });
}

export function readEnding(folder: string): SessionEnding | undefined {
  const file = join(folder, FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SessionEnding) : undefined;
}
