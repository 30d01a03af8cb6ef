import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { type Connection, openConnection, sqliteCodeOf } from './connection.ts';
import { keepToOwner } from './keepToOwner.ts';
import { storeFault } from './storeFault.ts';

/** Held as long as this process owns a database. The system drops it when the process ends, even by `kill -9`. */
export interface ProcessLock {
  release(): Promise<void>;
}

interface OwnerRow {
  readonly pid: number;
  readonly since: number;
}

/** How long to wait for an owner that is ending. */
const WAIT_MS = 200;

/**
 * Takes the lock beside a database: a write transaction on a small database of its own, held open. Others can still read the
 * owner's process id from it, but only the system's lock decides, never the content of the file.
 *
 * Rejects with `daemon-running`, naming what is in use, and the owner.
 */
export async function takeProcessLock(
  ownedPath: string,
  clock: Clock,
  what = `the database ${ownedPath}`,
  waitMs = WAIT_MS,
): Promise<ProcessLock> {
  const path = `${canonical(ownedPath)}.lock`;
  let connection: Connection | undefined;
  try {
    keepToOwner(path, 'the lock');
    connection = await openConnection(path, 'write');
    await connection.exec(`PRAGMA busy_timeout = ${waitMs}; PRAGMA synchronous = OFF`);
    // It tries twice, because the first try may lose the race described below against a start that has not written its name yet.
    if (!(await take(connection, clock)) && !(await take(connection, clock))) throw await alreadyOwned(connection, what);
    return lockOn(connection);
  } catch (error) {
    await connection?.close();
    throw storeFault(`the lock ${path} could not be taken`, error);
  }
}

/** Who has a lock, or had it last. */
export interface LockHolder {
  readonly pid: number;
  readonly since: number;
  /** Whether it is held now. */
  readonly isHeld: boolean;
}

/** Looks at the lock beside a database, and holds it for a moment where it is free. Undefined where nobody ever took it. */
export async function lockHolder(ownedPath: string): Promise<LockHolder | undefined> {
  const path = `${canonical(ownedPath)}.lock`;
  if (!existsSync(path)) return undefined;
  let connection: Connection | undefined;
  try {
    connection = await openConnection(path, 'write');
    await connection.exec('PRAGMA busy_timeout = 0; PRAGMA synchronous = OFF');
    const isHeld = !(await began(connection));
    if (!isHeld) await connection.exec('ROLLBACK');
    const owner = await connection.get<OwnerRow>('SELECT pid, since FROM owner').catch(() => undefined);
    return owner === undefined ? undefined : { ...owner, isHeld };
  } catch (error) {
    throw storeFault(`the lock ${path} could not be looked at`, error);
  } finally {
    await connection?.close();
  }
}

async function take(connection: Connection, clock: Clock): Promise<boolean> {
  if (!(await began(connection))) return false;
  await connection.exec('CREATE TABLE IF NOT EXISTS owner(pid INTEGER NOT NULL, since INTEGER NOT NULL) STRICT; DELETE FROM owner');
  await connection.run('INSERT INTO owner(pid, since) VALUES (?, ?)', process.pid, clock.now());
  await connection.exec('COMMIT');
  // Others can read the name only after a commit, which gives up the lock for a moment.
  return began(connection);
}

async function began(connection: Connection): Promise<boolean> {
  try {
    await connection.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (sqliteCodeOf(error) === 'SQLITE_BUSY') return false;
    throw error;
  }
}

function lockOn(connection: Connection): ProcessLock {
  let released: Promise<void> | undefined;
  return {
    release() {
      released ??= connection.exec('ROLLBACK').then(() => connection.close());
      return released;
    },
  };
}

async function alreadyOwned(connection: Connection, what: string): Promise<Fault> {
  const owner = await connection.get<OwnerRow>('SELECT pid, since FROM owner').catch(() => undefined);
  const who = owner === undefined ? 'another process' : `process ${owner.pid}, since ${isoOf(owner.since)}`;
  const kill = owner === undefined ? '' : ` or \`kill ${owner.pid}\``;
  return new Fault('daemon-running', `${what} is in use by ${who}`, {
    suggestion: `use the one that is running, or end it: a daemon with \`sluice stop\`, \`sluice treasury serve\` with Ctrl-C${kill}`,
  });
}

/** One name for a file, whichever way it is reached, so that a link can't lead around the lock. */
function canonical(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}
