import { Fault, type FaultCode, isFault, messageOf } from '../base/fault.ts';
import type { FailedReads } from './failedReads.ts';

/** What the disk does not keep can't be reconciled. */
const FATAL: ReadonlySet<FaultCode> = new Set(['store', 'internal', 'daemon-running', 'schema-newer']);

/** What a poll that failed leads to: what is no fault is a mistake in the program. */
export function pollFailure(what: string, reads: Pick<FailedReads, 'failed'>, fail: (fault: Fault) => void): (error: unknown) => void {
  return (error) => {
    if (!isFault(error)) fail(new Fault('internal', `${what}: ${messageOf(error)}`, { cause: error }));
    else if (FATAL.has(error.code)) fail(error);
    else reads.failed(error);
  };
}
