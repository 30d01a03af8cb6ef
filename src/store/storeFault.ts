import { Fault, type FaultDetails, isFault, messageOf } from '../base/fault.ts';
import { sqliteCodeOf } from './connection.ts';
import { isOvertaken, overtaken } from './overtaken.ts';
import { storeAdvice } from './storeAdvice.ts';
import { StoreAway } from './storeAway.ts';

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
  const suggestion = details.suggestion ?? storeAdvice(storeCodeOf(isAway ? origin.cause : origin), isAway);
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
