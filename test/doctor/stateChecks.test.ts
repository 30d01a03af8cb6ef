import { closeSync, copyFileSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import type { ConfiguredContext } from '../../src/doctor/check.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { tradedAccount } from '../../src/store/accountDatabase.ts';
import { openConnection } from '../../src/store/connection.ts';
import { beginLife } from '../../src/store/beginLife.ts';
import { openAccountStore } from '../../src/store/openAccountStore.ts';
import { setStanding } from '../../src/store/standing.ts';
import type { Store } from '../../src/store/store.ts';
import { treasurySeal } from '../../src/store/treasurySeal.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { leaveOwnerless, noteOwnerless } from '../../src/gateway/ownerlessTrades.ts';
import { loggedFill, newIntent } from '../store/builders.ts';
import { DoctorFolder } from './doctorFolder.ts';

let folder: DoctorFolder;
let context: ConfiguredContext;
let database: string;

/** Each process has an account of its own, since the machine knows each once. */
const ENV = { SLUICE_EXCHANGE_URL: 'http://127.0.0.1:1', SLUICE_EXCHANGE_KEY: `doctor-${process.pid}`, SLUICE_EXCHANGE_SECRET: 'c2VjcmV0' };

beforeEach(async () => {
  folder = new DoctorFolder();
  context = await folder.context({ env: ENV });
  ({ database } = statePaths(context.state, context.settings));
});
afterEach(() => folder.remove());

function open(): Promise<Store> {
  return openAccountStore({ account: tradedAccount(context.settings)!, accounts: context.accounts, database, clock: systemClock });
}

/** A life that journals requests whose outcome is known, and ends. */
async function live(prefix: string, count: number): Promise<void> {
  const store = await open();
  for (let i = 0; i < count; i++) {
    await store.journal.begin(newIntent(`${prefix}-${i}`, { lane: `lane ${i}` }));
    await store.journal.settle(`${prefix}-${i}`, { state: 'rejected', at: systemClock.now() });
  }
  await store.close();
}

describe('databases', () => {
  it('that are sound are ok, beside their owner, too', { tags: 'long' }, async () => {
    await live('a', 3);
    const owner = await open();
    expect(await folder.look('databases', context)).toEqual([
      {
        check: 'databases',
        result: 'ok',
        found: expect.stringMatching(/^account-\w+\.sqlite is sound: .*, journal mode wal, as far as its seal$/) as string,
      },
    ]);
    await owner.close();
  });

  it('whose store has moved to a server are bad where no `store` names it: no daemon starts', { tags: 'long' }, async () => {
    await live('a', 1);
    const { database: opened, close } = await beginLife({ path: database, clock: systemClock });
    await setStanding(opened, { state: 'moved', place: 'postgres://sluice@alpha/sluice', at: 1 });
    await close();
    expect(await folder.look('databases', context)).toMatchObject([
      {
        result: 'bad',
        found: expect.stringMatching(/is sound, and its store has moved to postgres:\S+alpha\S+, which no `store` names$/) as string,
        suggestion: expect.stringContaining('name that place in `store`') as string,
      },
    ]);
  });

  it('that are damaged are bad', { tags: 'long' }, async () => {
    await live('a', 200);
    const file = openSync(database, 'r+');
    for (let at = 4096 * 3; at + 4096 < statSync(database).size; at += 4096) writeSync(file, Buffer.alloc(64, 0xff), 0, 64, at);
    closeSync(file);
    expect(await folder.troubles('databases', context)).toEqual([
      expect.stringMatching(/^bad: .* can't be read whole: .* -> sluice stop; sluice recover --state /s),
    ]);
  });

  it('of another program are bad', async () => {
    const other = 'no database, though long enough to look like one'.repeat(100);
    for (const name of ['demo.sqlite', 'treasury.sqlite']) writeFileSync(join(context.state, name), other);
    expect(await folder.troubles('databases', context)).toEqual([
      expect.stringMatching(/demo\.sqlite can't be read whole.*sluice stop; mv .*; sluice restore FILE/s),
      expect.stringMatching(/treasury\.sqlite can't be read whole.*stop the treasury; sluice treasury recover --state /s),
    ]);
  });

  it("that the treasury's seal knows more of, or that are gone, are bad", async () => {
    const path = join(context.state, 'treasury.sqlite');
    const note = { who: 'anna', what: 'test', subject: '', before: '', after: '', evidence: '' };
    const treasury = async (notes: number): Promise<void> => {
      const seal = treasurySeal({ path, accounts: context.accounts, account: tradedAccount(context.settings), clock: systemClock });
      const store = await openTreasuryStore({ path, clock: systemClock, seal });
      for (let i = 0; i < notes; i++) await store.note(systemClock.now(), note);
      await store.close();
    };
    mkdirSync(context.accounts, { recursive: true });
    await treasury(1);
    copyFileSync(path, folder.in('old.sqlite'));
    await treasury(3);
    expect(await folder.look('databases', context)).toMatchObject([
      { result: 'ok', found: expect.stringContaining('as far as its seal') as string },
    ]);
    copyFileSync(folder.in('old.sqlite'), path);
    expect(await folder.troubles('databases', context)).toEqual([
      expect.stringMatching(/treasury\.sqlite has lost its end.*-> sluice treasury recover --state /s),
    ]);
    rmSync(path);
    expect(await folder.troubles('databases', context)).toEqual([
      expect.stringMatching(/treasury is gone.*-> sluice treasury recover --state /s),
    ]);
  });

  it('that are an old copy are bad: what was sent since is not in them', { tags: 'long' }, async () => {
    await live('a', 3);
    copyFileSync(database, folder.in('old.sqlite'));
    await live('b', 3);
    copyFileSync(folder.in('old.sqlite'), database);
    expect(await folder.troubles('databases', context)).toEqual([
      expect.stringMatching(/^bad: .* has lost its end: .* -> sluice recover --state /),
    ]);
  });

  it('that are in another journal mode are told', async () => {
    await live('a', 1);
    const connection = await openConnection(database, 'write');
    await connection.exec('PRAGMA journal_mode = DELETE');
    await connection.close();
    expect(await folder.troubles('databases', context)).toEqual([expect.stringMatching(/^look: .* is in the journal mode delete/)]);
  });
});

describe('the account', () => {
  it('is told with its journal and its owner', async () => {
    expect((await folder.look('account', context)).map(({ found }) => found)).toEqual([expect.stringContaining('has no journal yet')]);
    await live('a', 1);
    expect((await folder.look('account', context)).map(({ found }) => found)).toEqual([
      `the journal of the account at 127.0.0.1:1 with key ${tradedAccount(context.settings)!.keyTail} is ${database}`,
      expect.stringContaining(`nobody owns the account; the last owner was process ${process.pid}`),
      expect.stringContaining(`nobody owns the database; the last owner was process ${process.pid}`),
    ]);
    const owner = await open();
    expect((await folder.look('account', context)).map(({ found }) => found)).toContainEqual(
      expect.stringContaining(`the account is owned by process ${process.pid}`),
    );
    await owner.close();
  });

  it('is bad where its journal is gone, elsewhere, or was moved', async () => {
    await live('a', 1);
    const elsewhere = { ...context, state: folder.in('elsewhere') };
    mkdirSync(elsewhere.state);
    copyFileSync(database, statePaths(elsewhere.state, context.settings).database);
    expect(await folder.troubles('account', elsewhere)).toEqual([
      expect.stringMatching(/^bad: the journal of .* is .*, and another one is in .* -> leave --state/),
    ]);
    renameSync(database, statePaths(elsewhere.state, context.settings).database);
    expect(await folder.troubles('account', elsewhere)).toEqual([
      expect.stringMatching(/^look: the journal of .* was moved .* -> sluice run --state .*, once/),
    ]);
    rmSync(elsewhere.state, { recursive: true });
    expect(await folder.troubles('account', context)).toEqual([
      expect.stringMatching(/^bad: the journal of .* is gone: .* sluice recover/),
    ]);
  });

  it('is bad where it can not be registered', async () => {
    writeFileSync(folder.in('file'), '');
    const found = await folder.look('account', { ...context, accounts: folder.in('file', 'accounts') });
    expect(found).toMatchObject([
      { result: 'bad', found: expect.stringMatching(/can't be registered in \S+, so nothing starts: /) as string },
    ]);
  });

  it('is told where its lock is held by a process that is not seen here', async () => {
    await live('a', 1);
    // As of an owner in another container: the lock is held, and no process here has its number.
    const stranger = await openConnection(`${database}.lock`, 'write');
    await stranger.exec('PRAGMA synchronous = OFF; UPDATE owner SET pid = 2147483646');
    await stranger.exec('BEGIN IMMEDIATE');
    expect(await folder.troubles('account', context)).toEqual([
      expect.stringMatching(/^look: the database is locked, and process 2147483646, .* is not seen here: .* -> lsof /),
    ]);
    await stranger.exec('ROLLBACK');
    await stranger.close();
  });
});

describe('unresolved rows', () => {
  it('are told, and are bad where they were looked for in vain', async () => {
    const store = await open();
    await store.journal.begin(newIntent('lost', { lane: 'spot:BTC/EUR' }));
    await store.journal.settle('lost', { state: 'unknown', at: systemClock.now() });
    expect(await folder.troubles('unresolved', context)).toEqual([
      'look: the outcome of 1 request is unknown: place spot:BTC/EUR lost; a running daemon looks for them -> sluice orders unresolved',
    ]);
    await store.journal.settle('lost', { state: 'quarantined', at: systemClock.now() });
    expect(await folder.troubles('unresolved', context)).toEqual([
      expect.stringMatching(/^bad: .* of some it was looked for in vain -> sluice orders unresolved$/),
    ]);
    await store.close();
  });

  it('are none where all is known', async () => {
    await live('a', 2);
    expect(await folder.look('unresolved', context)).toEqual([
      { check: 'unresolved', result: 'ok', found: 'the outcome of everything that was sent is known' },
    ]);
  });
});

describe('what a recovery has found', () => {
  it('is bad for as long as it is in no position', async () => {
    const store = await open();
    expect(await folder.troubles('recovery', context)).toEqual([]);
    const { fill } = loggedFill('1', { symbol: 'BTC/EUR', side: 'Buy', strategy: undefined, intentId: undefined });
    await store.fillLog.record([{ fill, book: undefined }]);
    await noteOwnerless(store.state, [fill], systemClock.now());
    expect(await folder.troubles('recovery', context)).toEqual([
      expect.stringMatching(/^bad: BTC\/EUR, recovered at .* in no strategy's position -> sluice position adjust STRATEGY .*--bought /),
    ]);
    await leaveOwnerless(store.state, 'BTC/EUR');
    expect(await folder.troubles('recovery', context)).toEqual([]);
    await store.close();
  });
});

describe('a daemon', () => {
  const status = {
    pid: 4711,
    world: 'DEMO',
    venue: { host: 'venue.test', keyTail: '…' },
    state: 'running',
    stops: [],
    markets: [{ symbol: 'BTC/EUR', ageMs: 100 }],
    rate: {},
    clock: {},
  };
  const serve = (report: object): Promise<string> =>
    folder.serve((_request, response) => response.end(JSON.stringify(report)), statePaths(context.state, context.settings).socket);

  it('that is ready is ok', async () => {
    await serve({ ...status, config: context.settings.file });
    expect(await folder.look('daemon', context)).toEqual([
      { check: 'daemon', result: 'ok', found: 'the daemon 4711 (DEMO venue.test) is ready' },
    ]);
  });

  it('that is not ready is bad, with the reasons', async () => {
    await serve({ ...status, config: '/etc/other.yaml', markets: [{ symbol: 'BTC/EUR', ageMs: 60_000 }], clock: { halted: 'it jumped' } });
    expect(await folder.troubles('daemon', context)).toEqual([
      'bad: the daemon 4711 (DEMO venue.test) is not ready: BTC/EUR: the book is 1 min old; nothing is signed: it jumped -> sluice status',
      expect.stringMatching(/^look: the daemon runs with \/etc\/other\.yaml, .* -> sluice doctor \/etc\/other\.yaml$/),
    ]);
  });

  it('that does not answer is bad, with what ends it', { tags: 'long' }, async () => {
    const socket = await folder.serve(() => undefined, statePaths(context.state, context.settings).socket);
    expect(await folder.troubles('daemon', context)).toEqual([
      expect.stringMatching(
        new RegExp(`^bad: the process ${process.pid} that listens on ${socket} has not answered within 4.0 s -> .*kill -9 ${process.pid}`),
      ),
    ]);
  });

  it('is none where only its socket is left; the kill file is told', async () => {
    const { socket, killFile } = statePaths(context.state, context.settings);
    writeFileSync(socket, '');
    writeFileSync(killFile, '');
    expect(await folder.look('daemon', context)).toEqual([
      {
        check: 'daemon',
        result: 'look',
        found: `the kill file ${killFile} is there: nothing is traded`,
        suggestion: `rm ${killFile}; sluice resume --all`,
      },
      { check: 'daemon', result: 'ok', found: `no daemon listens on ${socket}` },
    ]);
  });
});
