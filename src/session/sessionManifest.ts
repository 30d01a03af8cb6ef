import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { shownValue } from '../base/shownValue.ts';
import { showSettings } from '../settings/showSettings.ts';
import { sluiceVersion } from '../settings/sluiceVersion.ts';
import { processLife } from '../store/processLife.ts';
import { exactText, exactValue } from './exactText.ts';
import { type EngineFacts, type RecordedEngine, recordedEngine } from './recordedEngine.ts';
import { readBounded } from './readBounded.ts';
import { readReloads, type SessionReload } from './sessionReload.ts';

/** Everything needed to build an engine like the session's, and where it came from. */
export interface SessionManifest {
  readonly format: 1;
  readonly startedAt: Instant;
  readonly world: string;
  readonly venue: string;
  /** The process that writes the session. While it lives, the session is not over. */
  readonly pid: number;
  /** Which of the processes with this number, where the system says so. */
  readonly life?: string | undefined;
  readonly versions: Readonly<Record<string, string>>;
  readonly engine: RecordedEngine;
  /** The whole configuration as `config show` prints it, with secrets masked. For people. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What was put into force later. Undefined when nothing was. */
  readonly reloads?: readonly SessionReload[] | undefined;
}

export interface ManifestFacts extends EngineFacts {
  readonly world: string;
  readonly venue: string;
  readonly startedAt: Instant;
}

export function sessionManifest(facts: ManifestFacts): SessionManifest {
  const { settings, world, venue, startedAt } = facts;
  return {
    format: 1,
    startedAt,
    world,
    venue,
    pid: process.pid,
    life: processLife(process.pid),
    versions: { sluice: sluiceVersion(), node: process.version },
    engine: recordedEngine(facts),
    settings: showSettings(settings),
  };
}

const FILE = 'manifest.json';

export function writeManifest(folder: string, manifest: SessionManifest): void {
  writeFileSync(join(folder, FILE), `${exactText(manifest)}\n`, { mode: 0o600 });
}

/** Throws a `Fault` when the folder holds no session (`not-found`), or one that this version can't read. */
export function readManifest(folder: string): SessionManifest {
  let manifest: unknown;
  try {
    manifest = exactValue(readBounded(join(folder, FILE)));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing) throw new Fault('not-found', `${folder} is not a session: there is no ${FILE} in it`, { cause: error });
    throw new Fault('store', `${folder} is not a session: ${messageOf(error)}`, { cause: error });
  }
  const { format, startedAt, pid, engine } = (manifest ?? {}) as Partial<SessionManifest>;
  if (format === undefined) throw new Fault('store', `${folder} is not a session: its ${FILE} names no format`);
  if (format !== 1) throw new Fault('schema-newer', `${folder} is a session of format ${shownValue(format)}; this version reads format 1`);
  if (typeof startedAt !== 'number' || typeof pid !== 'number' || !Array.isArray(engine?.strategies)) {
    throw new Fault(
      'store',
      `${folder} is not a session: its ${FILE} does not say when it began, by which process, or with which strategies`,
    );
  }
  const reloads = readReloads(folder);
  return { ...(manifest as SessionManifest), ...(reloads.length > 0 && { reloads }) };
}
