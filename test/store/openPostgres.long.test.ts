import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { storeAddress, type StoreServer } from '../../src/settings/storeServer.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from './builders.ts';
import { postgresMissing, PostgresServer } from './postgresServer.ts';

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

describe('a Postgres that can’t keep the state says why', () => {
  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])('%s is off', async (name) => {
    postgres = await new PostgresServer(`${name}=off`).start();
    const [code, message, suggestion] = await refusal({});
    expect(code).toBe('store');
    expect(message).toContain(`has ${name} = off: what it has committed may be lost with the machine`);
    expect(suggestion).toContain(`set ${name} = on`);
  });

  it('is not there, has no such database, takes no change, or speaks no TLS', async () => {
    postgres = await new PostgresServer().start();
    const gone = await refusal({ port: 1 });
    expect(gone[1]).toContain('ECONNREFUSED');
    expect(gone[2]).toContain('Check that the server runs');
    const none = await refusal({ database: 'none' });
    expect(none[1]).toContain('database "none" does not exist');
    expect(none[2]).toContain('createdb');
    expect((await refusal({ isLocal: false }))[1]).toContain('does not support SSL');
    expect((await refusal({}, 'read'))[0]).toBe('not-found');
    await postgres.kill();
    await postgres.start('default_transaction_read_only=on');
    expect((await refusal({}))[1]).toContain('read-only');
  });
});
