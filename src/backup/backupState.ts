import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { onDisk } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import { isFolder } from '../recording/makeFolder.ts';
import { sluiceVersion } from '../settings/sluiceVersion.ts';
import { copyDatabase } from '../store/copyDatabase.ts';
import { sqliteFacts } from '../store/inspectDatabase.ts';
import { syncFolder } from '../store/replaceFile.ts';
import { BACKUP_VERSION, type BackupMember, isBackupName, MANIFEST, MANIFEST_SUM, type Manifest, manifestSum } from './manifest.ts';
import { registeredSeals } from './registeredSeals.ts';
import { checkBackup } from './readBackup.ts';
import { copyBytes, TarWriter } from './tarFile.ts';

export interface BackupOptions {
  readonly state: string;
  /** The folder in which accounts are registered. */
  readonly accounts: string;
  /** A file that does not exist yet, or a folder in which one is made. */
  readonly target: string;
  /** Whether recorded sessions are to be in it. */
  readonly sessions: boolean;
  readonly clock: Clock;
}

/** What was backed up. */
export interface Backup {
  readonly path: string;
  readonly bytes: number;
  readonly manifest: Manifest;
}

/**
 * Copies a state directory into one file, beside the daemon that works in it. Each database is copied as it is at one moment. The file
 * gets its name when it is whole, on the disk, and was read back.
 *
 * Rejects with `not-found` where there is nothing to back up, with `refused` where the file exists, and with `store`.
 */
export async function backupState(options: BackupOptions): Promise<Backup> {
  const { state, target, clock } = options;
  if (!existsSync(state)) throw nothingThere(state);
  const createdAt = clock.now();
  const path = isFolder(target) ? join(target, `sluice-${isoOf(createdAt).replaceAll(':', '')}.tar`) : target;
  if (existsSync(path))
    throw new Fault('refused', `${path} exists, and a backup replaces nothing`, { suggestion: 'name another file, or a folder' });
  const draft = onDisk(`no backup can be made in ${dirname(path)}`, () => mkdtempSync(`${path}.part-`));
  try {
    const { members, moved } = await copied(options, draft);
    if (members.length === 0) throw moved.length === 0 ? nothingThere(state) : allMoved(state, moved);
    const manifest: Manifest = {
      format: 'sluice-backup',
      version: BACKUP_VERSION,
      createdAt: isoOf(createdAt),
      sluice: sluiceVersion(),
      node: process.versions.node,
      sqlite: (await sqliteFacts()).version,
      state,
      members,
    };
    const archive = join(draft, 'backup.tar');
    onDisk(`the backup ${path} could not be written`, () => pack(archive, draft, manifest, createdAt));
    await checkBackup(archive);
    onDisk(`the backup could not be named ${path}`, () => {
      renameSync(archive, path);
      syncFolder(dirname(path));
    });
    return { path, bytes: statSync(path).size, manifest };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

interface Copied {
  readonly members: readonly BackupMember[];
  /** Databases whose stores have moved to another place. */
  readonly moved: readonly string[];
}

/**
 * The treasury comes before the journals: what it has sent by then is in them, so that a restored treasury finds there what became of it.
 */
async function copied({ state, accounts, sessions, clock }: BackupOptions, draft: string): Promise<Copied> {
  const names = namesIn(state, sessions);
  const databases = names.filter((name) => name.endsWith('.sqlite')).toSorted((a, b) => Number(b === TREASURY) - Number(a === TREASURY));
  const seals = new Map(registeredSeals(accounts).map(({ id, sealed }) => [sealed.database, { id, venue: sealed.venue, key: sealed.key }]));
  const members: BackupMember[] = [];
  const moved: string[] = [];
  for (const name of databases) {
    // A store that has moved to a server is not in this folder any more: what has stayed of it is the past.
    if (!(await copyDatabase(join(state, name), join(draft, name), clock))) {
      moved.push(name);
      continue;
    }
    const account = seals.get(join(state, name)) ?? unregistered(name);
    members.push({ ...memberOf(draft, name), ...(account && { account }) });
  }
  for (const name of names.filter((other) => !other.endsWith('.sqlite'))) {
    if (copyPlain(join(state, name), join(draft, name))) members.push(memberOf(draft, name));
  }
  return { members, moved };
}

const TREASURY = 'treasury.sqlite';

/** A journal of an earlier version is registered when it is first used. */
function unregistered(name: string): BackupMember['account'] {
  const id = /^(account-[0-9a-f]{12})\.sqlite$/.exec(name)?.[1];
  return id === undefined ? undefined : { id, venue: 'unknown', key: 'unknown' };
}

function namesIn(state: string, sessions: boolean): readonly string[] {
  const all = readdirSync(state, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  return all.filter((name) => isBackupName(name) && (sessions || !name.startsWith('sessions/'))).toSorted();
}

/** False where the file is gone by now. Where somebody is writing a list of lines, the last one may be half there: it is left out. */
function copyPlain(from: string, to: string): boolean {
  let bytes: Buffer;
  try {
    bytes = readFileSync(from);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  writeFileSync(to, from.endsWith('.jsonl') ? bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1) : bytes, { mode: 0o600 });
  return true;
}

function memberOf(folder: string, name: string): BackupMember {
  const file = openSync(join(folder, name), 'r');
  try {
    const hash = createHash('sha256');
    const bytes = statSync(join(folder, name)).size;
    copyBytes(file, 0, bytes, (chunk) => hash.update(chunk));
    return { name, bytes, sha256: hash.digest('hex') };
  } finally {
    closeSync(file);
  }
}

function pack(archive: string, folder: string, manifest: Manifest, at: number): void {
  const writer = new TarWriter(archive, at);
  const content = `${JSON.stringify(manifest, undefined, 2)}\n`;
  writer.addText(MANIFEST, content);
  writer.addText(MANIFEST_SUM, manifestSum(content));
  for (const { name, bytes } of manifest.members) writer.addFile(name, join(folder, name), bytes);
  writer.end();
}

function nothingThere(state: string): Fault {
  return new Fault('not-found', `there is nothing to back up in ${state}`, {
    suggestion: 'name the state directory with --state DIR; the demo keeps nothing',
  });
}

function allMoved(state: string, moved: readonly string[]): Fault {
  return new Fault('not-found', `there is nothing to back up in ${state}: the store of ${moved.join(', ')} has moved to a server`, {
    suggestion: 'back up that server, by `pg_dump` or a base backup; `sluice doctor` says which one it is',
  });
}
