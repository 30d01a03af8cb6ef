import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { MoveRecord } from '../../src/model/move.ts';
import { keepFound } from '../../src/store/foundFiles.ts';
import { type OldTreasury, rebuildTreasury } from '../../src/store/rebuildTreasury.ts';
import { salvageTables } from '../../src/store/salvageTables.ts';
import { type TreasuryPlace, treasurySeal } from '../../src/store/treasurySeal.ts';
import { openTreasuryStore, type TreasuryStore } from '../../src/store/treasuryStore.ts';
import { ACCOUNT, codeOf, SETTLED, START, temporaryFolder } from './builders.ts';

const clock = new VirtualClock(START);
const MOVES = 400;
let folder: ReturnType<typeof temporaryFolder>;
let place: TreasuryPlace;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder.path, 'accounts'));
  place = { path: join(folder.path, 'treasury.sqlite'), accounts: join(folder.path, 'accounts'), account: ACCOUNT, clock };
});
afterEach(() => folder.remove());

const open = async (): Promise<TreasuryStore> => openTreasuryStore({ path: place.path, clock, seal: treasurySeal(place) });

function move(i: number): MoveRecord {
  const row = { currency: 'BTC', amount: dec(`0.${i + 1}`), to: 'cold-1', target: undefined, fiat: undefined, beneficiary: undefined };
  const destination = { currency: 'BTC', network: 'BTC', address: 'bc1q', tag: undefined };
  const waiting = { state: 'waiting', venueId: undefined, fee: undefined, sentAt: undefined, evidence: undefined } as const;
  return {
    id: `B-${i}`,
    kind: 'batch',
    initiator: 'anna',
    createdAt: START + i,
    policyVersion: 1,
    expiresAt: undefined,
    state: 'approved',
    rule: 'small',
    needs: [],
    evidence: 'allowed',
    changedAt: START,
    account: undefined,
    signedWith: undefined,
    rows: [0, 1].map((n) => ({ ...row, reference: `B-${i}-${n}`, destination, feeMode: 'default', note: 'x'.repeat(200) }) as const),
    progress: [waiting, waiting],
  };
}

async function live(from: number, to: number): Promise<void> {
  const store = await open();
  const note = { who: 'anna', what: 'move.requested', subject: '', before: '', after: '', evidence: 'e'.repeat(80) };
  for (let i = from; i < to; i++) await store.moves.add(move(i), START + i, note);
  await store.close();
}

/** How many moves are there, all of them whole, and what was told of it. */
async function rebuilt(): Promise<{ readonly moves: number; readonly old: Omit<OldTreasury, 'store'> }> {
  return rebuildTreasury(
    place,
    async ({ store, ...old }) => {
      const moves = await store.moves.since(0, 10_000);
      expect(moves.filter(({ rows, progress }) => rows.length !== 2 || progress.length !== 2)).toEqual([]);
      return { moves: moves.length, old };
    },
    SETTLED,
  );
}

describe(rebuildTreasury, () => {
  it('goes on with an old copy, keeps it as it was found, and seals what it becomes', { tags: 'long' }, async () => {
    await live(0, 2);
    const copy = readFileSync(place.path);
    await live(2, 5);
    writeFileSync(place.path, copy);
    expect(await codeOf(open())).toBe('journal-incomplete');
    const { moves, old } = await rebuilt();
    expect({ moves, ...old }).toMatchObject({ moves: 2, isEmpty: false, wholeAt: START, salvaged: undefined });
    expect(readFileSync(old.kept!)).toEqual(copy);
    await live(5, 6);
  });

  it('begins with nothing where nothing is left, or nothing can be read', { tags: 'long' }, async () => {
    await live(0, 2);
    for (const spoil of [
      () => rmSync(place.path),
      () => writeFileSync(place.path, 'no database at all, and long enough for one'.repeat(50)),
    ]) {
      spoil();
      const { moves, old } = await rebuilt();
      expect(moves).toBe(0);
      expect(old.isEmpty || old.salvaged!.every(({ isWhole, rows }) => !isWhole && rows === 0)).toBe(true);
      await live(0, 2);
    }
  });

  it(
    'keeps every row that can be read of a database that was cut or overwritten anywhere, and says which tables lack some',
    { tags: 'long' },
    async () => {
      await live(0, MOVES);
      const whole = readFileSync(place.path);
      const found: number[] = [];
      for (let at = 1; at < 24; at++) {
        const spoilt = Buffer.from(whole);
        const start = Math.floor((whole.length * at) / 24 / 4096) * 4096;
        if (at % 2 === 0) spoilt.fill(0xff, start, start + 4096);
        for (const suffix of ['', '-wal', '-shm']) rmSync(place.path + suffix, { force: true });
        writeFileSync(place.path, at % 2 === 0 ? spoilt : spoilt.subarray(0, start));
        const { moves, old } = await rebuilt();
        const torn = (old.salvaged ?? []).filter(({ isWhole }) => !isWhole);
        // An index is not missed: it is made anew.
        if (moves < MOVES) expect(torn.length, `at ${at}`).toBeGreaterThan(0);
        found.push(moves);
        await (await open()).close();
      }
      // One page that is lost takes some rows with it, not the table.
      expect(Math.max(...found)).toBeGreaterThan(MOVES / 2);
    },
  );

  it('is refused while the treasury runs, and can be begun again when it was killed', { tags: 'long' }, async () => {
    await live(0, 2);
    const store = await open();
    expect(await codeOf(rebuilt())).toBe('daemon-running');
    await store.close();
    await expect(rebuildTreasury(place, () => Promise.reject(new Error('killed')), SETTLED)).rejects.toThrow('killed');
    expect(await codeOf(open())).toBe('journal-incomplete');
    expect((await rebuilt()).moves).toBe(2);
    await live(2, 3);
  });
});

describe(keepFound, () => {
  it('copies what is there, and takes it out of the way', () => {
    expect(keepFound(place.path, clock, () => undefined)).toMatchObject({ kept: undefined, isThere: false });
    writeFileSync(`${place.path}-wal`, 'left over');
    const { kept, isThere, setAside } = keepFound(place.path, clock, () => undefined);
    expect(isThere).toBe(false);
    setAside();
    expect([existsSync(`${place.path}-wal`), readFileSync(`${kept!}-wal`, 'utf8')]).toEqual([false, 'left over']);
  });
});

describe(salvageTables, () => {
  it('takes nothing from a file that is no database, and says so of each table', async () => {
    writeFileSync(join(folder.path, 'damaged'), 'no database');
    const { openDatabase } = await import('../../src/store/openDatabase.ts');
    const into = await openDatabase({ path: ':memory:', clock, access: 'write' });
    const tables = [{ name: 'move', key: ['rowid'] }];
    expect(await salvageTables(join(folder.path, 'damaged'), into, tables)).toEqual([
      { table: 'move', rows: 0, isWhole: false, edges: [] },
    ]);
    await into.close();
  });
});
