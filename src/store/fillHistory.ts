import type { Instant } from '../base/instant.ts';
import type { Fill } from '../model/fill.ts';
import type { Session } from './connection.ts';
import { fillOf, type FillRow, OWNER_COLUMNS, VENUE_COLUMNS } from './fillRow.ts';

/** A place in the log in order of time. Everything after it is still to be read. */
export interface HistoryPlace {
  readonly at: Instant;
  readonly seq: number;
}

const COLUMNS = ['id', ...VENUE_COLUMNS, 'received_at', ...OWNER_COLUMNS] as const;

interface HistoryRow extends Omit<FillRow, 'book'> {
  readonly seq: number;
}

/** Fills after a place and before a time, oldest first. `next` is undefined when these are the last. `logged`: only those logged later. */
export async function fillPage(
  session: Pick<Session, 'all'>,
  { at, seq }: HistoryPlace,
  until: Instant,
  rows: number,
  logged = 0,
): Promise<{ readonly fills: readonly Fill[]; readonly next: HistoryPlace | undefined }> {
  const sql = `SELECT seq, ${COLUMNS.join(', ')} FROM fill
    WHERE (traded_at, seq) > (?, ?) AND traded_at < ? AND seq > ? ORDER BY traded_at, seq LIMIT ${rows}`;
  const found = await session.all<HistoryRow>(sql, at, seq, until, logged);
  const last = found.at(-1);
  const next = last === undefined || found.length < rows ? undefined : { at: last.traded_at, seq: last.seq };
  return { fills: found.map(fillOf), next };
}

/** All fills from a time on and before another, oldest first, in pages of so many rows. */
export async function* fillPages(
  session: Pick<Session, 'all'>,
  since: Instant,
  until: Instant,
  rows: number,
): AsyncGenerator<readonly Fill[], void, undefined> {
  let place: HistoryPlace | undefined = { at: since, seq: 0 };
  while (place !== undefined) {
    const { fills, next }: Awaited<ReturnType<typeof fillPage>> = await fillPage(session, place, until, rows);
    if (fills.length > 0) yield fills;
    place = next;
  }
}
