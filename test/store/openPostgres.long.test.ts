import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { Secret } from '../../src/base/secret.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { standBy } from '../../src/daemon/standBy.ts';
import { storeAddress, type StoreServer } from '../../src/settings/storeServer.ts';
import { PostgresSession } from '../../src/store/postgresSession.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { makeCertificates, opensslMissing } from '../certificates.ts';
import { SmallDisk, smallDiskMissing } from '../smallDisk.ts';
import { until } from '../until.ts';
import { loggedFill, newIntent, temporaryFolder } from './builders.ts';
import { NOBODY, postgresMissing, PostgresServer } from './postgresServer.ts';

let folder: ReturnType<typeof temporaryFolder>;
let postgres: PostgresServer | undefined;

beforeEach(({ skip }) => {
  const missing = postgresMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  folder = temporaryFolder();
});
afterEach(async () => {
  await postgres?.remove();
  postgres = undefined;
  folder?.remove();
});

const refusal = async (over: Partial<StoreServer>, access: 'owner' | 'read' = 'owner'): Promise<readonly string[]> => {
  const server = { ...storeAddress(postgres!.url)!.server, ...over };
  const fault = await openStore({ path: `${folder.path}/account.sqlite`, server, clock: systemClock, access }).then(
    (store) => store.close(),
    (error: unknown) => error,
  );
  return isFault(fault) ? [fault.code, fault.message, fault.suggestion ?? ''] : [String(fault)];
};

/** A folder that the server may read, with who is let in. */
function withAccess(lines: string): { readonly place: string; readonly access: string } {
  chmodSync(folder.path, 0o755);
  const path = join(folder.path, 'hba.conf');
  writeFileSync(path, lines);
  return { place: folder.path, access: `hba_file=${path}` };
}

/** A key is of who runs the server, and nobody else's. */
function forServer(certificate: string, key: string): void {
  chmodSync(certificate, 0o644);
  chmodSync(key, 0o600);
  if (process.getuid?.() === 0) chownSync(key, NOBODY, NOBODY);
}

describe('a Postgres that can’t keep the state says why', () => {
  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])('%s is off', async (name) => {
    postgres = await new PostgresServer(`${name}=off`).start();
    const [code, message, suggestion] = await refusal({});
    expect(code).toBe('store');
    expect(message).toContain(`has ${name} = off: what it has committed may be lost with the machine`);
    expect(suggestion).toContain(`set ${name} = on`);
  });

  it('has no connection left', async () => {
    postgres = await new PostgresServer('max_connections=4', 'superuser_reserved_connections=0', 'max_wal_senders=0').start();
    const { server } = storeAddress(postgres.url)!;
    const held = await Promise.all([1, 2, 3, 4].map((number) => PostgresSession.open(server, `held ${number}`, systemClock)));
    const [code, message, suggestion] = await refusal({});
    expect(code).toBe('store');
    expect(message).toContain('too many clients');
    expect(suggestion).toContain('raise max_connections there');
    for (const session of held) await session.close();
  });

  it('is not there, has no such database, takes no change, or speaks no TLS', async () => {
    postgres = await new PostgresServer().start();
    const gone = await refusal({ port: 1 });
    expect(gone[1]).toContain('ECONNREFUSED');
    expect(gone[2]).toContain('check that the server runs');
    const none = await refusal({ database: 'none' });
    expect(none[1]).toContain('database "none" does not exist');
    expect(none[2]).toContain('createdb --owner sluice --encoding UTF8 --template template0 none');
    const plain = await refusal({ isLocal: false });
    expect(plain[1]).toContain('does not support SSL');
    expect(plain[2]).toContain('ALTER SYSTEM SET ssl = on');
    expect((await refusal({}, 'read'))[0]).toBe('not-found');
    await postgres.kill();
    await postgres.start('default_transaction_read_only=on');
    const [, words, advice] = await refusal({});
    expect(words).toContain('read-only');
    expect(advice).toContain('ALTER SYSTEM RESET default_transaction_read_only');
  });

  it('lets this user in with another password, with none, not at all, or gives it no right', async () => {
    const { access } = withAccess('host all trader 127.0.0.1/32 scram-sha-256\nhost all sluice,poor 127.0.0.1/32 trust\n');
    postgres = await new PostgresServer(access).start();
    const person = await PostgresSession.open(storeAddress(postgres.url)!.server, 'person', systemClock);
    await person.several("CREATE ROLE trader LOGIN PASSWORD 'right'; CREATE ROLE poor LOGIN; GRANT CREATE ON DATABASE postgres TO trader");
    await person.close();
    const { shown } = storeAddress(postgres.url)!.server;
    const wrong = await refusal({ user: 'trader', password: new Secret('wr-0ng') });
    expect(wrong[1]).toBe(`the store ${shown}/account could not be opened: password authentication failed for user "trader"`);
    expect(wrong[2]).toContain('name the password of trader in `store` with ${env:NAME}');
    expect(wrong.join()).not.toContain('wr-0ng');
    const none = await refusal({ user: 'trader' });
    expect(none[2]).toBe(wrong[2]);
    const out = await refusal({ user: 'stranger' });
    expect(out[1]).toContain('no pg_hba.conf entry');
    expect(out[2]).toContain('`hostssl postgres stranger ADDRESS/32 scram-sha-256`');
    const poor = await refusal({ user: 'poor' });
    expect(poor[1]).toContain('permission denied for database postgres');
    expect(poor[2]).toContain('`GRANT CREATE ON DATABASE "postgres" TO "poor"`');
    expect(await refusal({ user: 'trader', password: new Secret('right') })).toEqual(['undefined']);
  });

  it('is verified by the certificate that the lines of docs/postgres.md make', async ({ skip }) => {
    const noOpenssl = opensslMissing();
    if (noOpenssl !== undefined) skip(`NOT TESTED: ${noOpenssl}`);
    const { access, place } = withAccess('hostssl all all 127.0.0.1/32 trust\n');
    const lines = readFileSync('docs/postgres.md', 'utf8').match(/^ {3}(?:openssl .*|echo 'subjectAltName=.*)$/gm) ?? [];
    expect(lines).toHaveLength(4);
    execFileSync('sh', ['-ec', lines.join('\n').replaceAll('10.0.0.5', '127.0.0.1')], { cwd: place, stdio: 'pipe' });
    const [certificate, key, authority] = ['server.crt', 'server.key', 'ca.pem'].map((name) => join(place, name)) as [
      string,
      string,
      string,
    ];
    forServer(certificate, key);
    postgres = await new PostgresServer(access, 'ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`).start();
    expect(await refusal({ isLocal: false, authority })).toEqual(['undefined']);
    expect((await refusal({ isLocal: false, authority, host: 'localhost' }))[1]).toContain("does not match certificate's altnames");
  });

  it('has a certificate of somebody else, or for another name; the right one lets it in', async ({ skip }) => {
    const noOpenssl = opensslMissing();
    if (noOpenssl !== undefined) skip(`NOT TESTED: ${noOpenssl}`);
    const { access, place } = withAccess('hostssl all all 127.0.0.1/32 trust\n');
    const { authority, stranger, certificate, key } = makeCertificates(place, 'IP:127.0.0.1');
    forServer(certificate, key);
    postgres = await new PostgresServer(access, 'ssl=on', `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`).start();
    for (const one of [undefined, stranger]) {
      const unknown = await refusal({ isLocal: false, authority: one });
      expect(unknown[1]).toContain('unable to verify the first certificate');
      expect(unknown[2]).toContain('`?sslrootcert=PATH`');
      if (one !== undefined) expect(unknown[2]).toContain(`${stranger} has not signed it`);
    }
    const lost = await refusal({ isLocal: false, authority: '/none.pem' });
    expect(lost).toEqual(['configuration', expect.stringContaining('/none.pem'), expect.stringContaining('`?sslrootcert=`')]);
    const name = await refusal({ isLocal: false, authority, host: 'localhost' });
    expect(name[1]).toContain("does not match certificate's altnames");
    expect(name[2]).toContain('name the server in `store` as its certificate does');
    expect((await refusal({}))[1]).toContain('no encryption');
    expect(await refusal({ isLocal: false, authority })).toEqual(['undefined']);
  });

  it('is too old: what it says of its version is believed', async () => {
    postgres = await new PostgresServer().start();
    const person = await PostgresSession.open(storeAddress(postgres.url)!.server, 'person', systemClock);
    // No old server is installed, so that a real one says it is: whoever connects finds this function before the server's own.
    await person.several(`CREATE SCHEMA old; CREATE FUNCTION old.current_setting(name text) RETURNS text LANGUAGE sql AS
      $$ SELECT CASE name WHEN 'server_version_num' THEN '130014' ELSE pg_catalog.current_setting(name) END $$;
      ALTER ROLE sluice SET search_path = old, pg_catalog`);
    await person.close();
    const [code, message, advice] = await refusal({});
    expect([code, message]).toEqual([
      'store',
      `the Postgres at ${storeAddress(postgres.url)!.server.shown} is of version 13; 14 or later is needed`,
    ]);
    expect(advice).toContain('install a later one');
  });

  it('is a hot standby: a start is refused, one with --standby waits, and once it is promoted everything is there', async () => {
    const primary = await new PostgresServer().start();
    try {
      postgres = await new PostgresServer(`standby-of=${primary.port}`).start();
      const on = (port: number): StoreServer => ({ ...storeAddress(primary.url)!.server, port });
      const path = `${folder.path}/account.sqlite`;
      const first = await openStore({ path, server: on(primary.port), clock: systemClock });
      await first.journal.begin(newIntent('a'));
      first.journal.markSent('a');
      await first.close();
      const [code, message, advice] = await refusal({});
      expect([code, message]).toEqual(['store', expect.stringContaining('is a standby of another one and takes no change')]);
      expect(advice).toContain('`SELECT pg_promote()`');
      const waits: string[] = [];
      const gone = new AbortController();
      const start = (): Promise<Store> => openStore({ path, server: on(postgres!.port), clock: systemClock });
      const onWait = (why: string): void => void waits.push(why);
      const waiting = standBy(start, { clock: systemClock, signal: gone.signal, onWait, witness: () => Promise.resolve() });
      await until(() => waits.length > 0);
      await primary.kill();
      const person = await PostgresSession.open(on(postgres.port), 'person', systemClock);
      await person.one('SELECT pg_promote()');
      const store = (await waiting)!;
      expect((await store.journal.list(9)).map(({ id, state }) => [id, state])).toEqual([['a', 'unknown']]);
      await store.close();
      await person.close();
    } finally {
      await primary.remove();
    }
  });
});

describe('a Postgres whose disk is full', () => {
  it('is waited for, and says what is full; what is written then is written once', async ({ skip }) => {
    const noDisk = smallDiskMissing();
    if (noDisk !== undefined) skip(`NOT TESTED: ${noDisk}`);
    const disk = new SmallDisk(96);
    const said: string[] = [];
    try {
      postgres = await new PostgresServer(`place=${disk.folder}`).start();
      const { server } = storeAddress(postgres.url)!;
      const store = await openStore({
        path: `${folder.path}/account.sqlite`,
        server,
        clock: systemClock,
        onTrouble: (words) => void said.push(words),
      });
      await store.journal.begin(newIntent('a'));
      const person = await PostgresSession.open(server, 'person', systemClock);
      await person.one('CREATE DATABASE other');
      await person.close();
      await (await PostgresSession.open({ ...server, database: 'other' }, 'person', systemClock)).close();
      disk.fill();
      const begun = store.journal.begin(newIntent('b', { lane: 'b', body: randomBytes(300_000).toString('hex') }));
      const filled = store.fillLog.record([loggedFill('f')]);
      await until(() => said.length > 0);
      expect(said[0]).toContain(`the store ${server.shown}/account is away: could not extend file`);
      expect(said[0]).toContain('No space left on device; what is to be written waits for it; free space on the disk of the server');
      const [, full, advice] = await refusal({ database: 'other' });
      expect(full).toContain('No space left on device');
      expect(advice).toContain('free space on the disk of the server');
      disk.free();
      expect([await begun, await filled]).toEqual([undefined, [true]]);
      expect((await store.journal.list(9)).map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
      expect(said.at(-1)).toContain('is back');
      await store.close();
    } finally {
      await postgres?.remove();
      postgres = undefined;
      disk.remove();
    }
  });
});
