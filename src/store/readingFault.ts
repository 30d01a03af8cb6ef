import { Fault, messageOf } from '../base/fault.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import { postgresAdvice } from './postgresAdvice.ts';
import { StoreAway } from './storeAway.ts';

/** What the server says to a change in a session that only reads. */
const READ_ONLY = '25006';

/**
 * What whoever only reads is told of an error. It does not wait for a server that is away, which may be for long: nothing is lost. A change is refused, since
 * the server would never take it.
 */
export function readingFault(error: unknown, { server, shown }: { readonly server: StoreServer; readonly shown: string }): unknown {
  if (!(error instanceof StoreAway)) return error;
  const { cause } = error;
  if ((cause as { readonly code?: string }).code === READ_ONLY) return cause;
  return new Fault('store', `the store ${shown} is away: ${messageOf(error)}`, { suggestion: postgresAdvice(error, server), cause });
}
