import { type Outcome, isFault } from '../base/fault.ts';

/** What came of a request: an answer, what is proven or unknown of a request for money, or the failure of a read. */
export const CALL_OUTCOMES = ['ok', 'not-sent', 'rejected', 'unknown', 'failed'] as const satisfies readonly (Outcome | 'ok' | 'failed')[];
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Who measures requests. It is called on the way of each, so it must be quick, and it must not throw. */
export interface CallObserver {
  /** `ms` is the time on the wire: from the first byte to the end of the answer, or until it failed. */
  answered(operation: string, outcome: CallOutcome, ms: number): void;
  /** How long `beforeSend` took, which is the commit of the journal. */
  committed(ms: number): void;
}

export function outcomeOf(error: unknown): CallOutcome {
  return (isFault(error) ? error.outcome : undefined) ?? 'failed';
}
