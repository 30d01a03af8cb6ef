import { present } from '../base/assert.ts';
import type { Database } from './database.ts';
import type { Session } from './connection.ts';

/** Which journal a database holds, and how far it has got. */
export interface JournalMark {
  /** Drawn when the database was made. A copy has the same. */
  readonly journal: string;
  /** How many rows were ever inserted, changed or removed. It only grows. */
  readonly changes: number;
  /** The number of the newest life, 0 before the first. */
  readonly epoch: number;
  /** Drawn at the beginning of that life. Two copies that went on separately have different ones. */
  readonly token: string;
}

const MARK = `SELECT journal, changes, coalesce(epoch, 0) AS epoch, coalesce(token, '') AS token
  FROM mark LEFT JOIN (SELECT epoch, token FROM life ORDER BY epoch DESC LIMIT 1) AS newest ON true`;

/** That of a database which has one. */
export async function markOf(session: Session): Promise<JournalMark> {
  return present(await session.get<JournalMark>(MARK), 'the mark of the journal');
}

/** Undefined for a database that is empty, or of a version that made no marks. */
export async function readMark(session: Session): Promise<JournalMark | undefined> {
  const known = await session.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'mark'");
  return known === undefined ? undefined : session.get<JournalMark>(MARK);
}

/** Whether a life, with so many changes, is in the database's past, or is its newest. */
export async function hasLived(session: Session, { epoch, token, changes }: Omit<JournalMark, 'journal'>): Promise<boolean> {
  // A database that was not migrated yet has no count at the beginning of a life.
  const lives = await session.all<Life>('SELECT * FROM life WHERE epoch IN (?, ?) ORDER BY epoch', epoch, epoch + 1);
  const [its, next] = lives;
  return its?.epoch === epoch && its.token === token && (next?.changes ?? changes) >= changes;
}

interface Life {
  readonly epoch: number;
  readonly token: string;
  /** How many changes there were when it began. Not there, or null, where a version began it that did not note it. */
  readonly changes?: number | null;
}

/**
 * Tables that are about the database and not the account, that follow from other tables, that are there to be looked at only, or that other
 * processes write: by the count an owner knows whether a statement of its own was carried out.
 */
const UNCOUNTED: readonly string[] = [
  'migration',
  'owner',
  'mark',
  'life',
  'history_sum',
  'standing',
  'recovery',
  'lease',
  'asked',
  'event_line',
  'equity_point',
];

/**
 * Makes sure that each change of a row is counted in its own transaction. It runs at each opening, so that a table of a later
 * schema can't be forgotten.
 */
export async function countChanges(database: Database): Promise<void> {
  const tables = await database.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const counted = tables.map(({ name }) => name).filter((name) => !UNCOUNTED.includes(name));
  const triggers = counted.flatMap((table) =>
    ['INSERT', 'UPDATE', 'DELETE'].map(
      (act) =>
        `CREATE TRIGGER IF NOT EXISTS count_${act.toLowerCase()}_${table} AFTER ${act} ON ${table} BEGIN UPDATE mark SET changes = changes + 1; END;`,
    ),
  );
  await database.transaction((session) => session.exec(triggers.join('\n')));
}
