import { Fault, type FaultDetails, isFault, messageOf } from '../base/fault.ts';
import { sqliteCodeOf } from './connection.ts';
import { StoreAway } from './storeAway.ts';

const SUGGESTIONS: Readonly<Record<string, string>> = {
  SQLITE_FULL: 'Free space on the disk (or raise the limit of the database), then start again.',
  SQLITE_BUSY: 'Another program holds the database. End it, then start again.',
  SQLITE_LOCKED: 'Another program holds the database. End it, then start again.',
  SQLITE_READONLY: 'Check that the file and its folder may be written by this user.',
  SQLITE_CANTOPEN: 'Check that the folder exists and may be written by this user.',
  SQLITE_PERM: 'Check that the file may be read and written by this user.',
  SQLITE_IOERR: 'The disk failed. Check it, then start again: what was committed is still there.',
  SQLITE_CORRUPT:
    'The file is damaged. Put the newest copy in its place, with its `-wal`; of an account, `sluice recover` keeps the file and rebuilds the journal from what the venue still shows.',
  SQLITE_NOTADB: 'The file is no database. Check the path of the state directory.',
  // Of Postgres, by the first letters of their codes.
  '28': 'Check user and password in `store`, and what pg_hba.conf of the server lets in.',
  '3D': 'Make the database at the server (`createdb`), or name another one in `store`.',
  '42501': 'Let the user make schemas in this database: `GRANT CREATE ON DATABASE … TO …`.',
};

const AWAY = 'Check that the server runs and that this machine reaches it. Nothing is sent without it; start again when it is there.';

/**
 * Turns an error of the driver into a Fault `store` that says what could not be done and what a person may do. Any other Fault
 * keeps its code and words.
 */
export function storeFault(what: string, error: unknown, details: FaultDetails = {}): Fault {
  const origin = isFault(error, 'store') && storeCodeOf(error.cause) !== undefined ? error.cause : error;
  if (isFault(origin)) return new Fault(origin.code, origin.message, { suggestion: origin.suggestion, cause: origin.cause, ...details });
  const code = storeCodeOf(origin) ?? '';
  const suggestion = origin instanceof StoreAway ? AWAY : (SUGGESTIONS[code] ?? SUGGESTIONS[code.slice(0, 2)]);
  return new Fault('store', `${what}: ${messageOf(origin)}`, { suggestion, cause: origin, ...details });
}

/**
 * After these errors nothing that the connection says can be trusted: a failed flush may have dropped what it should have kept.
 */
export function isFatal(error: unknown): boolean {
  const code = sqliteCodeOf(error);
  return code === 'SQLITE_IOERR' || code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/** Whether a file is not a sound database, so that opening it again would change nothing. */
export function isDamage(error: unknown): boolean {
  const code = isFault(error, 'store') ? sqliteCodeOf(error.cause) : undefined;
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/** Whether a UNIQUE, CHECK or foreign key of the schema refused. */
export function isConstraint(error: unknown): boolean {
  const cause = isFault(error, 'store') ? error.cause : error;
  return /^(?:SQLITE_CONSTRAINT|23...)$/.test(storeCodeOf(cause) ?? '');
}

/** The code of an error of sqlite or of Postgres. Undefined for any other error. */
function storeCodeOf(error: unknown): string | undefined {
  const { code, severity } = (error ?? {}) as { readonly code?: string; readonly severity?: string };
  return severity === undefined ? sqliteCodeOf(error) : code;
}
