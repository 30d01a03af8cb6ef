import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { type AccountStoreOptions, openAccountStore } from '../../src/store/openAccountStore.ts';
import { rebuildJournal } from '../../src/store/rebuildJournal.ts';
import { ACCOUNT, codeOf, newIntent, SETTLED, START, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let options: AccountStoreOptions;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder.path, 'accounts'));
  options = {
    account: ACCOUNT,
    accounts: join(folder.path, 'accounts'),
    database: join(folder.path, `${ACCOUNT.id}.sqlite`),
    clock: new VirtualClock(START),
  };
});
afterEach(() => folder.remove());

async function live(...ids: string[]): Promise<void> {
  const store = await openAccountStore(options);
  for (const id of ids) await store.journal.begin(newIntent(id, { lane: id }));
  await store.close();
}

describe(rebuildJournal.name, () => {
  it('hands over what is left, tells when it was whole, and seals what it becomes', { tags: 'long' }, async () => {
    await live('1');
    const copy = readFileSync(options.database);
    await live('2');
    writeFileSync(options.database, copy);
    expect(await codeOf(openAccountStore(options))).toBe('journal-incomplete');
    await rebuildJournal(
      options,
      async ({ store, isEmpty, wholeAt, kept }) => {
        expect({ isEmpty, wholeAt }).toEqual({ isEmpty: false, wholeAt: START });
        expect(readFileSync(kept!)).toEqual(copy);
        expect((await store.journal.list(9)).map(({ id }) => id)).toEqual(['1']);
        await store.state.save('a', 'b', 'c');
      },
      SETTLED,
    );
    const store = await openAccountStore(options);
    expect(await store.state.load('a')).toEqual({ b: 'c' });
    await store.close();
  });

  it('begins with nothing where nothing can be read, and keeps the damage', { tags: 'long' }, async () => {
    await live('1');
    writeFileSync(options.database, 'not a database at all, though long enough to look like one'.repeat(20));
    await rebuildJournal(
      options,
      async ({ store, isEmpty, kept }) => {
        expect(isEmpty).toBe(true);
        expect(readFileSync(kept!, 'utf8')).toContain('not a database');
        expect(await store.journal.list(9)).toEqual([]);
      },
      SETTLED,
    );
    await live('2');
  });

  it('does not take a log that is left without its database for that of the new one', { tags: 'long' }, async () => {
    await live('1');
    rmSync(options.database);
    writeFileSync(`${options.database}-wal`, 'left over');
    await rebuildJournal(
      options,
      ({ isEmpty, kept }) => {
        expect({ isEmpty, isKept: existsSync(`${kept!}-wal`) }).toEqual({ isEmpty: true, isKept: true });
        return Promise.resolve();
      },
      SETTLED,
    );
    await live('2');
  });

  it('changes nothing about the refusal when it fails', { tags: 'long' }, async () => {
    await live('1');
    rmSync(options.database);
    const failing = rebuildJournal(options, () => Promise.reject(new Error('the venue is gone')), SETTLED);
    await expect(failing).rejects.toThrow('the venue is gone');
    expect(await codeOf(openAccountStore(options))).toBe('journal-incomplete');
  });

  it('is refused while the account has an owner', { tags: 'long' }, async () => {
    const store = await openAccountStore(options);
    expect(await codeOf(rebuildJournal(options, () => Promise.resolve(), SETTLED))).toBe('daemon-running');
    await store.close();
  });
});
