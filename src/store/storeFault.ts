import { Fault, type FaultDetails, isFault, messageOf } from '../base/fault.ts';
import { sqliteCodeOf } from './connection.ts';
import { isOvertaken, overtaken } from './overtaken.ts';
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
  // Of Postgres. What names the server and its user is in postgresAdvice.ts.
  '53100': 'The disk of the server is full. Free space there: nothing is sent until then, and what was committed is still there.',
  '42501': 'Give the user of `store` the rights of the owner of these tables.',
};

const AWAY = 'Check that the server runs and that this machine reaches it. Nothing is sent without it; start again when it is there.';

/**
 * Turns an error of the driver into a Fault `store` that says what could not be done and what a person may do. Any other Fault
 * keeps its code and words.
 */
export function storeFault(what: string, error: unknown, details: FaultDetails = {}): Fault {
  const origin = isFault(error, 'store') && storeCodeOf(error.cause) !== undefined ? error.cause : error;
  if (isFault(origin))
    return new Fault(origin.code, origin.message, { cause: origin.cause, ...details, suggestion: details.suggestion ?? origin.suggestion });
  if (isOvertaken(origin)) return overtaken(origin);
  const isAway = origin instanceof StoreAway;
  const code = storeCodeOf(isAway ? origin.cause : origin) ?? '';
  const suggestion = details.suggestion ?? SUGGESTIONS[code] ?? (isAway ? AWAY : undefined);
  return new Fault('store', `${what}: ${messageOf(origin)}`, { cause: origin, ...details, suggestion });
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
