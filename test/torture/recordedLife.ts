import { existsSync, readFileSync } from 'node:fs';
import { dec } from '../../src/base/decimal.ts';
import type { Random } from '../../src/base/random.ts';
import { type AccountStoreOptions, openAccountStore } from '../../src/store/openAccountStore.ts';
import { openConnection } from '../../src/store/connection.ts';
import { sealPath } from '../../src/store/registeredJournal.ts';
import type { Store } from '../../src/store/store.ts';
import { boundOrder, conversion, loggedFill, newIntent, START } from '../store/builders.ts';

/** What an account's journal holds after a commit, and the count of changes by then. */
export interface Held {
  readonly text: string;
  readonly changes: number;
}

/** The files of an account at one time, by the end of their names. */
export interface Image {
  /** How many commits had returned. */
  readonly commits: number;
  readonly files: ReadonlyMap<string, Buffer>;
}

export interface RecordedLife {
  /** By the number of commits. */
  readonly held: readonly Held[];
  readonly images: readonly Image[];
}

export const FILES = ['', '-wal', '-shm', '.sent', 'seal'] as const;

/** Where a file of an account lies: beside its database, or in the register. */
export function pathOf({ database, accounts, account }: AccountStoreOptions, file: string): string {
  return file === 'seal' ? sealPath(accounts, account) : database + file;
}

const COMMITS = 240;
const IMAGE_EVERY = 8;
/** Some pages for each commit, so that the log is folded in several times. */
const BODY = 'x'.repeat(30_000);

/** Lives of an account that do everything that a journal is for, with its files as they were in between. */
export async function recordLife(options: AccountStoreOptions, random: Random): Promise<RecordedLife> {
  const held: Held[] = [];
  const images: Image[] = [];
  let store = await openAccountStore(options);
  held.push(await heldIn(options.database));
  for (let commits = 1; commits <= COMMITS; commits++) {
    await commitOne(store, commits, random);
    held.push(await heldIn(options.database));
    if (commits % IMAGE_EVERY === 0) images.push({ commits, files: imageOf(options) });
    if (commits % 90 !== 0) continue;
    await store.close();
    images.push({ commits, files: imageOf(options) });
    store = await openAccountStore(options);
  }
  await store.close();
  return { held, images };
}

/** One commit of some kind. */
async function commitOne({ journal, fillLog, state }: Store, n: number, random: Random): Promise<void> {
  const id = `intent-${n}`;
  const at = START + n;
  const previous = (await journal.unresolved()).find((intent) => intent.state === 'sending');
  if (previous !== undefined) {
    const order = boundOrder(`order-${n}`, previous.id);
    const outcome = random.next();
    if (outcome < 0.6) await journal.settle(previous.id, { state: 'acknowledged', at, venueId: order.orderId, order });
    else if (outcome < 0.8) await journal.settle(previous.id, { state: 'rejected', at });
    else await journal.settle(previous.id, { state: 'not-sent', at });
    return;
  }
  const kind = random.next();
  if (kind < 0.5) {
    await journal.begin(newIntent(id, { lane: id, createdAt: at, body: BODY }));
    journal.markSent(id);
  } else if (kind < 0.7) await fillLog.record([loggedFill(`fill-${n}`), loggedFill(`more-${n}`)], { symbol: '*', at });
  else if (kind < 0.8) await fillLog.recordConversion(conversion(`conversion-${n}`, { fromAmount: dec(String(n)) }));
  else await state.save('strategy', `s${n % 5}`, String(n));
}

function imageOf(options: AccountStoreOptions): ReadonlyMap<string, Buffer> {
  return new Map(
    FILES.flatMap((file) => {
      const path = pathOf(options, file);
      return existsSync(path) ? [[file, readFileSync(path)] as const] : [];
    }),
  );
}

/** All that a start may not lose or make up. What was being sent is settled by the start itself, in more than one way. */
export async function heldIn(database: string): Promise<Held> {
  const connection = await openConnection(database, 'read');
  try {
    const tables = [
      `SELECT id, CASE WHEN state IN ('sending', 'unknown') OR evidence LIKE 'the process ended%' THEN 'sending' ELSE state END, venue_id FROM intent ORDER BY id`,
      'SELECT order_id, intent_id, closed_at FROM venue_order ORDER BY order_id',
      'SELECT id, amount, fee FROM fill ORDER BY id',
      'SELECT id, from_amount FROM conversion ORDER BY id',
      'SELECT symbol, at FROM watermark',
      'SELECT scope, key, value FROM state ORDER BY scope, key',
    ];
    const rows = [];
    for (const sql of tables) rows.push(await connection.all(sql));
    const { changes } = (await connection.get<{ changes: number }>('SELECT changes FROM mark'))!;
    return { text: JSON.stringify(rows), changes };
  } finally {
    await connection.close();
  }
}
