import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { isFault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import type { Conversion } from '../../src/model/conversion.ts';
import type { Fill } from '../../src/model/fill.ts';
import type { BoundOrder, Journal, LoggedFill, NewIntent } from '../../src/model/journal.ts';
import { storeAddress, type StoreServer } from '../../src/settings/storeServer.ts';
import type { AccountIdentity } from '../../src/store/accountDatabase.ts';
import type { Database } from '../../src/store/database.ts';
import { createJournal } from '../../src/store/journal.ts';
import { countChanges } from '../../src/store/journalMark.ts';
import { migrate } from '../../src/store/migrate.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { openDatabase } from '../../src/store/openDatabase.ts';
import { openPostgres } from '../../src/store/openPostgres.ts';
import type { Settle } from '../../src/store/rebuildSealed.ts';
import { SentMarks } from '../../src/store/sentMarks.ts';
import { takeOver } from '../../src/store/takeOver.ts';

export const START = Date.UTC(2026, 10, 20, 12);

/** An account of this process alone: the machine knows each account once. */
export const ACCOUNT: AccountIdentity = {
  id: `account-${process.pid.toString(16).padStart(12, '0')}`,
  host: 'venue.test',
  keyTail: '…cb03',
  earlierIds: [],
};

/** For a rebuild after which nothing is asked for that could still be on its way. */
export const SETTLED: Settle = () => Promise.resolve();

export function newIntent(id: string, over: Partial<NewIntent> = {}): NewIntent {
  return {
    id,
    kind: 'place',
    decision: `decision-${id}`,
    lane: 'spot:BTC/EUR',
    strategy: 'maker',
    fingerprint: 'BTC/EUR|Buy|Limit|0.01|50000',
    body: '{"symbol":"BTC/EUR","amount":0.01}',
    bodyHash: 'A1B2',
    createdAt: START,
    venueAt: undefined,
    expiresAt: undefined,
    exposure: dec('500'),
    exposureCurrency: 'EUR',
    targetId: undefined,
    ...over,
  };
}

export function boundOrder(orderId: string, intentId: string, over: Partial<BoundOrder> = {}): BoundOrder {
  return {
    orderId,
    intentId,
    strategy: 'maker',
    symbol: 'BTC/EUR',
    side: 'Buy',
    type: 'Limit',
    price: dec('50000'),
    amount: dec('0.01'),
    openedAt: START + 10,
    closedAt: undefined,
    end: undefined,
    tag: undefined,
    ...over,
  };
}

export function loggedFill(id: string, over: Partial<Fill> = {}, book?: LoggedFill['book']): LoggedFill {
  const fill: Fill = {
    id,
    orderId: 'order-1',
    symbol: 'BTC/EUR',
    side: 'Buy',
    type: 'Limit',
    price: dec('50000'),
    amount: dec('0.01'),
    fee: dec('0.5'),
    feeCurrency: 'EUR',
    feeType: 'Maker',
    openedAt: START,
    tradedAt: START + 100,
    receivedAt: START + 200,
    intentId: 'intent-1',
    strategy: 'maker',
    tag: undefined,
    ...over,
  };
  return { fill, book };
}

export function conversion(id: string, over: Partial<Conversion> = {}): Conversion {
  return {
    id,
    fromCurrency: 'EUR',
    toCurrency: 'BTC',
    fromAmount: dec('100.10'),
    toAmount: dec('0.00200001'),
    rate: dec('50050'),
    executedAt: START,
    intentId: 'intent-1',
    strategy: 'dca',
    ...over,
  };
}

/**
 * A new database with the newest schema, or an older one, owned by this process since `epoch`: of sqlite in memory, or where these tests run on
 * Postgres (the project `postgres` of vitest.config.ts) a schema there.
 */
export async function ownedDatabase(
  migrations = MIGRATIONS,
): Promise<{ database: Database; epoch: number; fence: (epoch: number) => void }> {
  const { database, fence } = await newDatabase();
  await migrate(database, migrations, { path: ':memory:', clock: systemClock });
  const { epoch } = await takeOver(database, systemClock, undefined);
  await countChanges(database);
  fence(epoch);
  return { database, epoch, fence };
}

async function newDatabase(): Promise<{ database: Database; fence: (epoch: number) => void }> {
  const { path, server } = newPlace(tmpdir());
  const options = { path: ':memory:', clock: systemClock, access: 'write' } as const;
  if (server === undefined) return { database: await openDatabase(options), fence: () => undefined };
  return openPostgres({ ...options, path, server, onTrouble: (message) => process.stderr.write(`${message}\n`) });
}

/** The Postgres on which these tests run. Undefined where they run on sqlite. */
export function testServer(): StoreServer | undefined {
  const url = inject('postgres');
  return url === undefined ? undefined : storeAddress(url)!.server;
}

/** Where a new store is: in a folder, or on the Postgres on which these tests run. */
export function newPlace(folder: string): { readonly path: string; readonly server: StoreServer | undefined } {
  return { path: join(folder, `test-${process.pid}-${++places}.sqlite`), server: testServer() };
}

let places = 0;

/** The journal on a database that is owned since `epoch`. */
export function journalOn(database: Database, epoch: number): Journal {
  return createJournal(database, epoch, new SentMarks(':memory:', { epoch, token: '' }), systemClock);
}

/** A new folder, and what removes it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The code of the Fault that a call is refused with, or `ok`. Anything else that it throws is thrown on. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (isFault(error)) return error.code;
    throw error;
  }
}
