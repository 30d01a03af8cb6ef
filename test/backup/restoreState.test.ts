import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { type Backup, backupState } from '../../src/backup/backupState.ts';
import { manifestSum, readManifest } from '../../src/backup/manifest.ts';
import { withBackup } from '../../src/backup/readBackup.ts';
import { restoreState } from '../../src/backup/restoreState.ts';
import { stateToRestore } from '../../src/backup/stateToRestore.ts';
import { TarWriter } from '../../src/backup/tarFile.ts';
import { openAccountStore } from '../../src/store/openAccountStore.ts';
import { refusalFile } from '../../src/store/refusalFile.ts';
import type { Store } from '../../src/store/store.ts';
import { treasurySeal } from '../../src/store/treasurySeal.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { ACCOUNT, codeOf, newIntent, START } from '../store/builders.ts';

let folder: string;
const clock = new VirtualClock(START);
const at = (...names: readonly string[]): string => join(folder, ...names);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-backup-'));
  for (const name of ['state', 'accounts', 'backups']) mkdirSync(at(name), { mode: 0o700 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const journalName = `${ACCOUNT.id}.sqlite`;
const open = (state = 'state'): Promise<Store> =>
  openAccountStore({ account: ACCOUNT, accounts: at('accounts'), database: at(state, journalName), clock });
const backup = (target = at('backups'), sessions = false): Promise<Backup> =>
  backupState({ state: at('state'), accounts: at('accounts'), target, sessions, clock });
const restore = (path: string, state = 'state'): Promise<unknown> =>
  restoreState({ path, state: at(state), accounts: at('accounts'), clock });

const LEARNED = {
  kind: 'place',
  refusal: '400 standard NO_FUNDS',
  since: START,
  proofs: [1, 2, 3].map((n) => ({ at: START, intent: `${n}` })),
  counterexample: undefined,
} as const;

/** A state directory with something of everything, and its owner. */
async function lived(): Promise<Store> {
  const store = await open();
  await store.journal.begin(newIntent('1', { lane: '1' }));
  const treasury = await openTreasuryStore({ path: at('state', 'treasury.sqlite'), clock });
  await treasury.note(START, { who: 'anna', what: 'test', subject: '', before: '', after: '', evidence: '' });
  await treasury.close();
  refusalFile(at('state', `${ACCOUNT.id}.refusals.jsonl`)).write([{ ...LEARNED, state: 'learned' }]);
  mkdirSync(at('state', 'shadow'));
  writeFileSync(at('state', 'shadow', 'maker.jsonl'), '{"hour":1}\n{"hour":2}\n{"ho');
  mkdirSync(at('state', 'sessions', '2026-11-20T120000Z'), { recursive: true });
  writeFileSync(at('state', 'sessions', '2026-11-20T120000Z', 'session.json'), '{}');
  writeFileSync(at('state', 'quotes.json'), '{}');
  writeFileSync(at('state', 'stranger.txt'), 'not ours');
  return store;
}

describe(backupState, () => {
  it('takes what a state is, beside its owner, into one file for this user only', { tags: 'long' }, async () => {
    const owner = await lived();
    const { path, manifest } = await backup();
    await owner.close();
    expect(path).toBe(at('backups', 'sluice-2026-11-20T120000.000Z.tar'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(manifest.members.map(({ name }) => name)).toEqual([
      'treasury.sqlite',
      journalName,
      `${ACCOUNT.id}.refusals.jsonl`,
      'shadow/maker.jsonl',
    ]);
    expect(manifest.members[1]).toMatchObject({ account: { id: ACCOUNT.id, venue: ACCOUNT.host, key: ACCOUNT.keyTail } });
    expect(readdirSync(at('backups'))).toEqual(['sluice-2026-11-20T120000.000Z.tar']);
  });

  it('takes sessions where they are asked for, and of lines only whole ones', { tags: 'long' }, async () => {
    await (await lived()).close();
    const { path, manifest } = await backup(at('backups', 'b.tar'), true);
    expect(manifest.members.map(({ name }) => name)).toContain('sessions/2026-11-20T120000Z/session.json');
    const shadow = manifest.members.find(({ name }) => name === 'shadow/maker.jsonl')!;
    const lines = await withBackup(path, ({ read }) => {
      let text = '';
      read(shadow, (chunk) => (text += chunk.toString()));
      return text;
    });
    expect(lines).toBe('{"hour":1}\n{"hour":2}\n');
  });

  it('replaces nothing, and makes nothing of nothing', async () => {
    expect(await codeOf(backup())).toBe('not-found');
    await (await lived()).close();
    writeFileSync(at('backups', 'b.tar'), 'another one');
    expect(await codeOf(backup(at('backups', 'b.tar')))).toBe('refused');
    expect(await codeOf(backup(at('nowhere', 'b.tar')))).toBe('store');
    expect(readdirSync(at('backups'))).toEqual(['b.tar']);
  });

  it('leaves nothing under the final name where a database is damaged', { tags: 'long' }, async () => {
    await (await lived()).close();
    truncateSync(at('state', journalName), 4096 * 3);
    expect(await codeOf(backup())).toBe('store');
    expect(readdirSync(at('backups'))).toEqual([]);
  });
});

describe(restoreState, () => {
  /** A backup of a state that is gone since. */
  async function lost(): Promise<string> {
    await (await lived()).close();
    const { path } = await backup();
    rmSync(at('state'), { recursive: true });
    return path;
  }

  it('puts everything in its place, and believes none of it to be current', { tags: 'long' }, async () => {
    const path = await lost();
    expect(await stateToRestore(path, at('accounts'))).toBe(at('state'));
    await restore(path);
    expect(statSync(at('state')).mode & 0o777).toBe(0o700);
    expect(await codeOf(open())).toBe('journal-incomplete');
    const place = { path: at('state', 'treasury.sqlite'), accounts: at('accounts'), account: ACCOUNT, clock };
    expect(await codeOf(openTreasuryStore({ path: place.path, clock, seal: treasurySeal(place) }))).toBe('journal-incomplete');
    const treasury = await openTreasuryStore({ path: at('state', 'treasury.sqlite'), clock, access: 'read' });
    expect(await treasury.restoredAt()).toBe(START);
    expect(await treasury.latestWorkAt()).toBe(START);
    expect(await treasury.auditHead()).toMatchObject({
      seq: 2,
      what: 'treasury.restored',
      evidence: 'from a backup of 2026-11-20T12:00:00.000Z',
    });
    await treasury.close();
    expect(refusalFile(at('state', `${ACCOUNT.id}.refusals.jsonl`)).read()).toEqual([{ ...LEARNED, state: 'counting' }]);
    expect(readFileSync(at('state', 'shadow', 'maker.jsonl'), 'utf8')).toBe('{"hour":1}\n{"hour":2}\n');
    expect(readdirSync(folder).toSorted()).toEqual(['accounts', 'backups', 'state']);
  });

  it('believes it as little on a machine that has never seen the account', { tags: 'long' }, async () => {
    const path = await lost();
    rmSync(at('accounts'), { recursive: true });
    await restore(path, 'elsewhere');
    expect(await codeOf(open('elsewhere'))).toBe('journal-incomplete');
    expect(await stateToRestore(path, at('accounts'))).toBe(at('elsewhere'));
  });

  it('refuses where a state is, where the journal is elsewhere, and where somebody owns the account', { tags: 'long' }, async () => {
    await (await lived()).close();
    const { path } = await backup();
    expect(await codeOf(restore(path))).toBe('refused');
    expect(await codeOf(restore(path, 'elsewhere'))).toBe('refused');
    const owner = await open();
    expect(await codeOf(restore(path, 'elsewhere'))).toBe('daemon-running');
    await owner.close();
    renameSync(at('state'), at('state.old'));
    mkdirSync(at('state'));
    await restore(path);
    expect(existsSync(at('state', journalName))).toBe(true);
    expect(existsSync(at('elsewhere'))).toBe(false);
  });

  it('restores nothing of a backup that is damaged anywhere, and changes no seal', { tags: 'long' }, async () => {
    const path = await lost();
    const whole = readFileSync(path);
    const seal = readFileSync(at('accounts', `${ACCOUNT.id}.seal`));
    for (const place of [700, 20_000, whole.indexOf('{"hour":1}')]) {
      const bytes = Buffer.from(whole);
      bytes[place] = bytes[place]! ^ 0xff;
      writeFileSync(path, bytes);
      expect(await codeOf(restore(path))).toBe('store');
    }
    writeFileSync(path, whole.subarray(0, 30_000));
    expect(await codeOf(restore(path))).toBe('store');
    expect(await codeOf(restore(at('backups', 'none.tar')))).toBe('not-found');
    expect(readFileSync(at('accounts', `${ACCOUNT.id}.seal`))).toEqual(seal);
    expect(readdirSync(folder).toSorted()).toEqual(['accounts', 'backups']);
  });
});

describe('what a backup may hold', () => {
  const manifest = {
    format: 'sluice-backup',
    version: 1,
    createdAt: '2026-11-20T12:00:00.000Z',
    sluice: '0.1.0',
    node: '26.0.0',
    sqlite: '3.52.0',
    state: '/var/lib/sluice',
  };
  const member = (name: string): object => ({ name, bytes: 0, sha256: '0'.repeat(64) });
  const read = (over: object): unknown => readManifest(JSON.stringify({ ...manifest, members: [], ...over }), 'b.tar');

  it.each([
    '../../.bashrc',
    '/etc/passwd',
    'shadow/../../x.jsonl',
    'sessions/../sluice.sock',
    'sessions/a/..',
    'sessions/./a',
    'account-000000000000.sqlite.sent',
    'account-000000000000.seal',
    'sluice.sock',
    'quotes.json',
    'KILL',
    'shadow/a\n.jsonl',
    '',
  ])('is never %j', (name) => {
    expect(() => read({ members: [member(name)] })).toThrow(/no backup of sluice: members\.0\.name/);
  });

  it('is named once, in a form that is known, by a manifest that comes first', async () => {
    expect(read({ members: [member('kill'), member('treasury.sqlite')] })).toMatchObject({ version: 1 });
    expect(() => read({ members: [member('kill'), member('kill')] })).toThrow(/named twice/);
    expect(() => read({ version: 2 })).toThrow(/form 2, this sluice reads forms up to 1/);
    expect(() => read({ format: 'other' })).toThrow(/format/);
    expect(() => readManifest('{', 'b.tar')).toThrow(/no JSON/);
    const content = JSON.stringify({ ...manifest, members: [] });
    for (const members of [['kill'], ['manifest.json'], ['manifest.json', 'manifest.sha256', 'kill']]) {
      const path = at(`${members.length}.tar`);
      const writer = new TarWriter(path, START);
      for (const name of members) writer.addText(name, name.endsWith('.sha256') ? manifestSum(content) : content);
      writer.end();
      await expect(restore(path)).rejects.toThrow(/does not begin with manifest\.json|its members are not those/);
      rmSync(path);
    }
  });
});
