import type { Clock } from '../base/clock.ts';
import type { Sighting } from '../model/sighting.ts';
import type { Session } from './connection.ts';
import { decimalOf, decimalText } from './decimalText.ts';
import { migrate } from './migrate.ts';
import { APPLICATION_ID, type Migration } from './migrations.ts';
import { openDatabase } from './openDatabase.ts';

/** The schema of its own file. A step that has shipped never changes. */
const SIGHTING_MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'sightings of payments and deposits',
    sql: `
PRAGMA application_id = ${APPLICATION_ID};
CREATE TABLE sighting(
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'fiat-deposit')),
  id TEXT NOT NULL CHECK (id <> ''),
  seen_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  amount TEXT NOT NULL,
  currency TEXT NOT NULL,
  tx TEXT
) STRICT;
CREATE INDEX sighting_of ON sighting(kind, id, seq);
`,
  },
];

interface SightingRow {
  readonly kind: Sighting['kind'];
  readonly id: string;
  readonly seen_at: number;
  readonly status: string;
  readonly reason: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly tx: string | null;
}

/** What was seen of payments and deposits; only what differs from the last time is kept. */
export interface Sightings {
  /** Keeps what is new. */
  see(sightings: readonly Sighting[]): Promise<void>;
  /** What was seen of one, the oldest first. */
  of(kind: Sighting['kind'], id: string): Promise<readonly Sighting[]>;
  /** What was seen of all of a kind, by id, the oldest of each first. */
  all(kind: Sighting['kind']): Promise<ReadonlyMap<string, readonly Sighting[]>>;
  close(): Promise<void>;
}

/** Where it lies: beside the journal of the account. */
export function sightingsBeside(journal: string): string {
  return journal.replace(/(?:\.sqlite)?$/, '-sightings.sqlite');
}

const COLUMNS = 'kind, id, seen_at, status, reason, amount, currency, tx';

/**
 * Opens what was seen of payments and deposits. It is no journal: nothing is decided by it, and several processes may write at a
 * time. Rejects with `store`.
 */
export async function openSightings(path: string, clock: Clock): Promise<Sightings> {
  const database = await openDatabase({ path, clock, access: 'write' });
  try {
    await migrate(database, SIGHTING_MIGRATIONS, { path, clock });
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    see: (sightings) =>
      database.transaction(async (session) => {
        for (const sighting of sightings) await seeOne(session, sighting);
      }),
    async of(kind, id) {
      const rows = await database.all<SightingRow>(`SELECT ${COLUMNS} FROM sighting WHERE kind = ? AND id = ? ORDER BY seq`, kind, id);
      return rows.map(sightingOf);
    },
    async all(kind) {
      const rows = await database.all<SightingRow>(`SELECT ${COLUMNS} FROM sighting WHERE kind = ? ORDER BY seq`, kind);
      return Map.groupBy(rows.map(sightingOf), ({ id }) => id);
    },
    close: () => database.close(),
  };
}

async function seeOne(session: Session, sighting: Sighting): Promise<void> {
  const { kind, id, seenAt, status, reason = null, amount, currency, transaction = null } = sighting;
  const sql = `SELECT ${COLUMNS} FROM sighting WHERE kind = ? AND id = ? ORDER BY seq DESC LIMIT 1`;
  const last = await session.get<SightingRow>(sql, kind, id);
  const isKnown = last?.status === status && last.reason === reason && last.amount === amount.toFixed() && last.tx === transaction;
  if (isKnown) return;
  await session.run(
    `INSERT INTO sighting(${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    kind,
    id,
    seenAt,
    status,
    reason,
    decimalText(amount, 'amount'),
    currency,
    transaction,
  );
}

function sightingOf(row: SightingRow): Sighting {
  return {
    kind: row.kind,
    id: row.id,
    seenAt: row.seen_at,
    status: row.status,
    reason: row.reason ?? undefined,
    amount: decimalOf(row.amount, 'sighting.amount'),
    currency: row.currency,
    transaction: row.tx ?? undefined,
  };
}
