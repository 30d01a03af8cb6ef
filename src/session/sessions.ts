import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Fault } from '../base/fault.ts';
import { DAY_MS, dayOf, type Instant, isoOf } from '../base/instant.ts';
import { isAlive } from '../store/isAlive.ts';
import { processLife } from '../store/processLife.ts';
import { readEnding, type SessionEnding, writeEnding } from './sessionEnding.ts';
import { readManifest } from './sessionManifest.ts';
import { partDay, partsOf } from './sessionParts.ts';

/** A session on the disk. */
export interface StoredSession {
  /** When it began, in compact UTC. */
  readonly id: string;
  readonly folder: string;
  readonly startedAt: Instant;
  /** When something was last written to it. */
  readonly lastAt: Instant;
  readonly bytes: number;
  /** Undefined while it is being written. */
  readonly ending: SessionEnding | undefined;
}

const ID = /^\d{8}T\d{6}Z(?:-\d+)?$/;

/** Where a state directory keeps its sessions. */
export function sessionsFolder(state: string): string {
  return join(state, 'sessions');
}

/** The folder for a session that begins now. */
export function newSessionFolder(state: string, at: Instant): string {
  const id = isoOf(at).replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  const free = (name: string): boolean => !existsSync(join(sessionsFolder(state), name));
  let name = id;
  for (let n = 2; !free(name); n++) name = `${id}-${n}`;
  return join(sessionsFolder(state), name);
}

/** Oldest first. Folders that can't be read as a session are left out. */
export function storedSessions(state: string): readonly StoredSession[] {
  const root = sessionsFolder(state);
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => ID.test(name))
    .sort()
    .flatMap((name) => {
      try {
        return [storedSession(join(root, name))];
      } catch {
        return [];
      }
    });
}

/** The sessions that were written to on the UTC day that begins at `day`. Oldest first. */
export function sessionsOfDay(state: string, day: Instant): readonly StoredSession[] {
  return storedSessions(state).filter(({ startedAt, lastAt }) => startedAt < day + DAY_MS && lastAt >= day);
}

/** Finds a session by its path, its id, or `last`. Throws a `Fault` `not-found`. */
export function findSession(state: string, name: string, cwd: string): StoredSession {
  if (name === 'last') {
    const last = storedSessions(state).at(-1);
    if (last === undefined) throw new Fault('not-found', `there is no session in ${sessionsFolder(state)}`, { suggestion: HINT });
    return last;
  }
  const folder = ID.test(name) ? join(sessionsFolder(state), name) : resolve(cwd, name);
  if (!existsSync(folder)) {
    const known = storedSessions(state).map(({ id }) => id);
    throw new Fault(
      'not-found',
      `there is no session ${folder}; ${known.length === 0 ? 'none was written yet' : `the last are ${known.slice(-5).join(', ')}`}`,
      { suggestion: HINT },
    );
  }
  return storedSession(folder);
}

const HINT = 'a daemon writes one while it runs (session.write); name its folder, its id or last';

/**
 * How a session ended or stands. When a daemon died without a word, only the next daemon writes that down; until then this says
 * `crashed`.
 */
export function standingOf({ ending, folder }: StoredSession): SessionEnding['how'] | 'being written' {
  return ending?.how ?? (isWriting(folder) ? 'being written' : 'crashed');
}

/** Marks the sessions of daemons that died without a word. Returns their ids. */
export function sealCrashed(state: string, now: Instant): readonly string[] {
  const dead = storedSessions(state).filter(({ ending, folder }) => ending === undefined && !isWriting(folder));
  for (const { folder, lastAt } of dead) {
    const reason = `the daemon ended without closing it; this was noticed on ${isoOf(now)}`;
    writeEnding(folder, { how: 'crashed', at: lastAt, events: undefined, reason });
  }
  return dead.map(({ id }) => id);
}

/**
 * Removes sessions that ended longer ago than `keepMs`. The day after the last one before today that a session was written on is now at the latest:
 * a clock that is far ahead for a moment removes nothing. Returns their ids.
 */
export function removeOld(state: string, keepMs: number, now: Instant): readonly string[] {
  const sessions = storedSessions(state);
  const past = sessions.flatMap(daysOf).filter((day) => day < dayOf(now));
  const latest = Math.min(now, Math.max(...past) + 2 * DAY_MS);
  const old = sessions.filter(({ ending }) => ending !== undefined && latest - ending.at > keepMs);
  for (const { folder } of old) rmSync(folder, { recursive: true });
  return old.map(({ id }) => id);
}

/** The days that it was begun, written and ended on. */
function daysOf({ folder, startedAt, ending }: StoredSession): readonly Instant[] {
  return [dayOf(startedAt), ...partsOf(folder).map(partDay), ...(ending === undefined ? [] : [dayOf(ending.at)])];
}

function storedSession(folder: string): StoredSession {
  const { startedAt } = readManifest(folder);
  const names = partsOf(folder);
  const parts = names.map((part) => statSync(join(folder, part)));
  const ending = readEnding(folder);
  // The file system has a clock of its own, and a copy has other times, so the times in the session itself count too.
  const told = [startedAt, ...names.slice(-1).map(partDay), ...(ending === undefined ? [] : [ending.at])];
  return {
    id: basename(folder),
    folder,
    startedAt,
    lastAt: Math.max(...told, ...parts.map(({ mtimeMs }) => Math.floor(mtimeMs))),
    bytes: parts.reduce((sum, { size }) => sum + size, 0),
    ending,
  };
}

/** Whether the process that began the session still lives, and not another one that has its number by now. A session of our own process without an end was left behind. */
function isWriting(folder: string): boolean {
  const { pid, life } = readManifest(folder);
  if (pid === process.pid || !isAlive(pid)) return false;
  const now = processLife(pid);
  return life === undefined || now === undefined || life === now;
}
