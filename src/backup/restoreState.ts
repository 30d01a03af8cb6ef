import { closeSync, existsSync, fsyncSync, mkdirSync, mkdtempSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { onDisk } from '../base/diskFault.ts';
import { Fault } from '../base/fault.ts';
import { type Instant, instantOf } from '../base/instant.ts';
import { present } from '../base/assert.ts';
import { accountsDirectory } from '../daemon/stateDirectory.ts';
import { treasuryDatabase } from '../daemon/treasury/treasuryPaths.ts';
import { makeFolder } from '../recording/makeFolder.ts';
import type { AccountIdentity } from '../store/accountDatabase.ts';
import { inspectDatabase } from '../store/inspectDatabase.ts';
import { takeAccount } from '../store/openAccountStore.ts';
import type { ProcessLock } from '../store/processLock.ts';
import { refusalFile } from '../store/refusalFile.ts';
import { registeredJournal, sealPath } from '../store/registeredJournal.ts';
import { syncFolder } from '../store/replaceFile.ts';
import { sealRestored } from '../store/sealRestored.ts';
import { treasurySealOptions } from '../store/treasurySeal.ts';
import { openTreasuryStore } from '../store/treasuryStore.ts';
import type { BackupMember, Manifest } from './manifest.ts';
import { type OpenBackup, withBackup } from './readBackup.ts';

export interface RestoreOptions {
  readonly path: string;
  /** A folder that is empty or does not exist. */
  readonly state: string;
  /** The folder in which accounts are registered. */
  readonly accounts: string;
  readonly clock: Clock;
}

interface Journal {
  readonly member: BackupMember;
  readonly account: AccountIdentity;
}

/**
 * Puts a backup in the place of a state directory that is gone. Each journal in it, and the treasury's database, is sealed as restored first, so
 * that nothing is sent until `sluice recover` and `sluice treasury recover` have brought them in line with the venue; of the treasury's moves
 * that were asked for before, nothing more is sent.
 *
 * The folder gets its name when everything in it is whole. Rejects with `refused` where there is a state, with `daemon-running` where
 * somebody owns an account of the backup, and as `withBackup` does.
 */
export function restoreState(options: RestoreOptions): Promise<Manifest> {
  return withBackup(options.path, async (backup) => {
    assertEmpty(options.state);
    accountsDirectory(options.accounts);
    const journals = backup.manifest.members.flatMap(journalOf);
    const locks: ProcessLock[] = [];
    try {
      for (const { member, account } of journals) {
        locks.push(
          await takeAccount({ account, accounts: options.accounts, database: join(options.state, member.name), clock: options.clock }),
        );
        assertGone(options.accounts, account);
      }
      await restoreAll(backup, journals, options);
    } finally {
      for (const lock of locks) await lock.release();
    }
    return backup.manifest;
  });
}

async function restoreAll(backup: OpenBackup, journals: readonly Journal[], { state, accounts, clock }: RestoreOptions): Promise<void> {
  const { manifest } = backup;
  const backedUpAt = present(instantOf(manifest.createdAt), 'the time of the backup');
  const draft = onDisk(`nothing can be restored to ${state}`, () => {
    makeFolder(dirname(state));
    return mkdtempSync(`${state}.part-`);
  });
  try {
    for (const member of manifest.members) onDisk(`${member.name} could not be restored`, () => unpack(backup, member, draft));
    await makeSafe(draft, manifest, backedUpAt, clock);
    for (const { member, account } of journals) {
      const { name } = member;
      const place = { seal: sealPath(accounts, account), venue: account.host, key: account.keyTail, backedUpAt };
      await sealRestored({ ...place, copy: join(draft, name), database: join(state, name) }, clock);
    }
    if (existsSync(treasuryDatabase(draft))) await sealTreasury(draft, journals[0]?.account, { state, accounts, clock, backedUpAt });
    onDisk(`the state could not be put in its place ${state}`, () => {
      syncFolder(draft);
      // Only an empty folder gives way.
      renameSync(draft, state);
      syncFolder(dirname(state));
    });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** What an old copy could do harm with is made safe before anybody can see it. */
async function makeSafe(draft: string, { members }: Manifest, backedUpAt: Instant, clock: Clock): Promise<void> {
  for (const { name } of members) {
    const path = join(draft, name);
    if (name.endsWith('.sqlite')) {
      const { damage } = await inspectDatabase(path, clock);
      if (damage.length > 0) throw new Fault('store', `${name} is damaged: ${damage.join('; ')}`, { suggestion: 'take another backup' });
    }
    if (path === treasuryDatabase(draft)) await markTreasury(path, backedUpAt, clock);
    if (name.endsWith('.refusals.jsonl')) countAnew(path);
  }
}

/** As a journal is: until `sluice treasury recover`, it moves nothing. */
async function sealTreasury(
  draft: string,
  account: AccountIdentity | undefined,
  { state, accounts, clock, backedUpAt }: Pick<RestoreOptions, 'state' | 'accounts' | 'clock'> & { readonly backedUpAt: Instant },
): Promise<void> {
  const path = treasuryDatabase(state);
  const { path: seal, venue, key } = treasurySealOptions({ path, accounts, account: undefined, clock });
  const place = { seal, venue: account?.host ?? venue, key: account?.keyTail ?? key, database: path, backedUpAt };
  await sealRestored({ ...place, copy: treasuryDatabase(draft) }, clock);
}

async function markTreasury(path: string, backedUpAt: Instant, clock: Clock): Promise<void> {
  const store = await openTreasuryStore({ path, clock });
  try {
    await store.markRestored(Math.max(clock.now(), backedUpAt), backedUpAt);
  } finally {
    await store.close();
  }
}

/** A refusal that was learned by then may have been disproved since: one more proof is asked for until it counts again. */
function countAnew(path: string): void {
  const file = refusalFile(path);
  file.write(file.read().map((one) => (one.state === 'learned' ? { ...one, state: 'counting' as const } : one)));
}

function unpack({ read }: OpenBackup, member: BackupMember, draft: string): void {
  const path = join(draft, member.name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'wx', 0o600);
  try {
    read(member, (chunk) => {
      for (let done = 0; done < chunk.length;) done += writeSync(file, chunk, done);
    });
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function journalOf(member: BackupMember): readonly Journal[] {
  if (member.account === undefined) return [];
  const { id, venue, key } = member.account;
  return [{ member, account: { id, host: venue, keyTail: key, earlierIds: [] } }];
}

function assertEmpty(state: string): void {
  if (!existsSync(state) || readdirSync(state).length === 0) return;
  throw new Fault('refused', `${state} is not empty: a backup is restored to a place where nothing is`, {
    outcome: 'not-sent',
    suggestion: `stop what runs there, then \`mv ${state} ${state}.old\`; or name another folder with --state DIR`,
  });
}

/** A journal that is there knows more than any backup of it. */
function assertGone(accounts: string, account: AccountIdentity): void {
  const journal = registeredJournal(accounts, account);
  if (journal === undefined || !existsSync(journal)) return;
  throw new Fault(
    'refused',
    `the account at ${account.host} with key ${account.keyTail} has its journal in ${journal}, which is newer than any backup`,
    {
      outcome: 'not-sent',
      suggestion: `\`sluice doctor\` says whether it is sound. Where it is not: \`mv ${dirname(journal)} ${dirname(journal)}.old\`, then repeat`,
    },
  );
}
