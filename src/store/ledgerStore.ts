import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { conversionEntries } from '../ledger/conversionEntries.ts';
import { executionPostings, type Posting } from '../ledger/executionPostings.ts';
import type { Ledger, LedgerEntry, LedgerSums } from '../model/ledger.ts';
import type { Session } from './connection.ts';
import { conversionOf, type ConversionRow } from './conversionLog.ts';
import type { Database } from './database.ts';
import { decimalOf, decimalText } from './decimalText.ts';
import { FILL_COLUMNS, fillOf, type FillRow } from './fillRow.ts';
import { balanceRecords, recordBalances } from './balanceRecordLog.ts';
import { type EntryRow, entryOf } from './entryRow.ts';
import { withHistory } from './ledgerHistory.ts';
import { rowLimit } from './rowLimit.ts';
import { beginnings, takenOff } from './takenOff.ts';

/** Rows that are worked in with one transaction. */
const BATCH_ROWS = 5000;

/** What was logged before the ledger began is part of its opening balances, however much it is. */
const BEGIN = `UPDATE ledger_mark
  SET last_fill = (SELECT coalesce(max(seq), 0) FROM fill), first_fill = (SELECT coalesce(max(seq), 0) FROM fill),
    last_conversion = (SELECT coalesce(max(seq), 0) FROM conversion)
  WHERE last_fill = 0 AND last_conversion = 0 AND NOT EXISTS (SELECT 1 FROM ledger_entry)`;

/** The newest of the fills that the sums include, and the newest entry. */
const NEWEST = [
  'SELECT traded_at AS at FROM fill WHERE +seq <= (SELECT last_fill FROM ledger_mark) ORDER BY traded_at DESC, seq DESC LIMIT 1',
  'SELECT at FROM ledger_entry ORDER BY at DESC, seq DESC LIMIT 1',
];

interface SumRow {
  readonly cause: Posting['cause'];
  readonly currency: string;
  readonly amount: string;
}

/** The ledger beside the fill log. Fills are never changed once they are logged, so the sums follow them by their number. */
export function createLedger(database: Database): Ledger {
  return {
    post: (entries) => database.transaction((session) => post(session, entries)),
    async sums() {
      await database.run(BEGIN);
      const worked = await followAll(database);
      while ((await database.transaction(followConversions)) === BATCH_ROWS);
      return database.reading(async (session) =>
        sumsOf(await session.all<SumRow>('SELECT cause, currency, amount FROM ledger_sum ORDER BY currency, cause'), {
          newestAt: await newestAt(session),
          oldestNewAt: worked,
          beganAt: await beginnings(session),
        }),
      );
    },
    async entries(limit) {
      const sql = 'SELECT cause, reference, currency, amount, at, note FROM ledger_entry ORDER BY at DESC, seq DESC LIMIT ?';
      return (await database.all<EntryRow>(sql, rowLimit(limit))).map(entryOf);
    },
    history: (use) => database.reading((session) => withHistory(session, use)),
    recordBalances: (records) => recordBalances(database, records),
    balanceRecords: (since, until) => balanceRecords(database, since, until),
  };
}

async function post(session: Session, entries: readonly LedgerEntry[]): Promise<number> {
  const fresh: LedgerEntry[] = [];
  const now = new Set<string>();
  for (const entry of entries) {
    const { cause, reference, currency, amount, at, note } = entry;
    if (cause === 'fee' && !now.has(reference) && (await isBooked(session, reference))) continue;
    const sql = 'INSERT INTO ledger_entry(cause, reference, currency, amount, at, note) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
    const values = [cause, reference, currency, decimalText(amount, `amount of ${cause} ${reference}`), at, note ?? null];
    if ((await session.run(sql, ...values)) !== 1) continue;
    fresh.push(entry);
    now.add(reference);
  }
  await add(session, fresh);
  return fresh.length;
}

/** Whether a deposit or withdrawal was booked earlier: with its fee, or, by older versions, as one amount that includes it. */
async function isBooked(session: Session, reference: string): Promise<boolean> {
  const sql = "SELECT 1 FROM ledger_entry WHERE cause IN ('deposit', 'withdrawal') AND reference = ?";
  return (await session.get(sql, reference)) !== undefined;
}

async function newestAt(session: Pick<Session, 'get'>): Promise<Instant | undefined> {
  const times: Instant[] = [];
  for (const sql of NEWEST) times.push((await session.get<{ at: Instant }>(sql))?.at ?? -Infinity);
  const newest = Math.max(...times);
  return newest === -Infinity ? undefined : newest;
}

/** Works in all new fills, and answers when the oldest of them was. */
async function followAll(database: Database): Promise<Instant | undefined> {
  let oldest: Instant | undefined;
  for (let isMore = true; isMore;) {
    const times = await database.transaction(followFills);
    oldest = times.reduce((before: Instant | undefined, at) => Math.min(before ?? at, at), oldest);
    isMore = times.length === BATCH_ROWS;
  }
  return oldest;
}

/** Works in the next fills, and answers when each of them was. */
async function followFills(session: Session): Promise<readonly Instant[]> {
  const { last } = (await session.get<{ last: number }>('SELECT last_fill AS last FROM ledger_mark'))!;
  const columns = `seq, ${FILL_COLUMNS.filter((column) => column !== 'book').join(', ')}`;
  const sql = `SELECT ${columns} FROM fill WHERE seq > ? ORDER BY seq LIMIT ${BATCH_ROWS}`;
  const rows = await session.all<FillRow & { readonly seq: number }>(sql, last);
  if (rows.length === 0) return [];
  const began = await beginnings(session);
  const done = rows.map(fillOf).map((fill) => ({ fill, postings: executionPostings(fill) }));
  await add(
    session,
    done.flatMap(({ postings }) => postings),
  );
  const late = done.flatMap(({ fill, postings }) => {
    const moved = postings.filter(({ cause }) => cause !== 'rounding');
    return takenOff(`fill ${fill.id}`, fill.tradedAt, moved, began);
  });
  await post(session, late);
  await session.run('UPDATE ledger_mark SET last_fill = ?', rows.at(-1)!.seq);
  return done.map(({ fill }) => fill.tradedAt);
}

/** Posts the entries of the next conversions, and answers how many. */
async function followConversions(session: Session): Promise<number> {
  const { last } = (await session.get<{ last: number }>('SELECT last_conversion AS last FROM ledger_mark'))!;
  const sql = `SELECT * FROM conversion WHERE seq > ? ORDER BY seq LIMIT ${BATCH_ROWS}`;
  const rows = await session.all<ConversionRow & { readonly seq: number }>(sql, last);
  if (rows.length === 0) return 0;
  await post(
    session,
    rows.flatMap((row) => conversionEntries(conversionOf(row))),
  );
  await session.run('UPDATE ledger_mark SET last_conversion = ?', rows.at(-1)!.seq);
  return rows.length;
}

async function add(session: Session, postings: readonly Posting[]): Promise<void> {
  const sums = new Map<string, Posting>();
  for (const { cause, currency, amount } of postings) {
    const key = `${cause} ${currency}`;
    sums.set(key, { cause, currency, amount: amount.plus(sums.get(key)?.amount ?? ZERO) });
  }
  for (const { cause, currency, amount } of sums.values()) {
    const known = await session.get<SumRow>('SELECT amount FROM ledger_sum WHERE cause = ? AND currency = ?', cause, currency);
    const sum = known === undefined ? amount : amount.plus(decimalOf(known.amount, `the sum of ${cause} in ${currency}`));
    const sql =
      'INSERT INTO ledger_sum(cause, currency, amount) VALUES (?, ?, ?) ON CONFLICT(cause, currency) DO UPDATE SET amount = excluded.amount';
    await session.run(sql, cause, currency, decimalText(sum, `the sum of ${cause} in ${currency}`));
  }
}

function sumsOf(rows: readonly SumRow[], times: Pick<LedgerSums, 'newestAt' | 'oldestNewAt' | 'beganAt'>): LedgerSums {
  const all = rows.map(({ cause, currency, amount }) => ({
    cause,
    currency,
    amount: decimalOf(amount, `the sum of ${cause} in ${currency}`),
  }));
  const rounding: Record<string, Decimal> = {};
  for (const { cause, currency, amount } of all) if (cause === 'rounding') rounding[currency] = amount;
  return { sums: all.filter((sum): sum is LedgerSums['sums'][number] => sum.cause !== 'rounding'), rounding, ...times };
}
