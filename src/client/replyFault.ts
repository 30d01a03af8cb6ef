import { Fault, type FaultCode, type Outcome } from '../base/fault.ts';
import { readRefusal, type RefusalBody, refusalDetails, refusalName } from '../contract/refusal.ts';
import { provenBy, type ProvenRefusal } from './provenRefusals.ts';

/** An answer whose status is not a success. */
export interface RefusedReply {
  /** Key of the contract table. */
  readonly operation: string;
  /** A read puts nothing at stake, so its fault has no outcome. */
  readonly isRead: boolean;
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs: number | undefined;
}

/**
 * The fault for an answer that is not a success. For a request that may move money or risk, the outcome is `rejected` only when
 * the refusal is on the allow-list, and `unknown` otherwise (order safety, outcomes).
 */
export function faultOfReply(reply: RefusedReply, proven: readonly ProvenRefusal[]): Fault {
  const { operation, isRead, status, retryAfterMs } = reply;
  const refusal = readRefusal(reply.body);
  const { message, details } = refusalDetails(status, refusal);
  const code = codeOf(status, refusal);
  const outcome: Outcome | undefined = isRead
    ? undefined
    : provenBy(proven, operation, status, refusal) === undefined
      ? 'unknown'
      : 'rejected';
  return new Fault(
    code,
    `${operation}: ${status >= 300 && status < 400 ? `HTTP ${status}, a redirect, which is never followed` : message}`,
    {
      ...details,
      refusal: isAboutRequest(status) ? refusalName(status, refusal) : undefined,
      outcome,
      retryAfterMs,
      retryable: isRead && (status === 429 || status === 408 || status === 425 || status >= 500),
      suggestion: suggestionOf(code),
    },
  );
}

/** Statuses that say what is wrong with the request, and not with its moment. */
function isAboutRequest(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status);
}

function codeOf(status: number, refusal: RefusalBody): FaultCode {
  if (status < 400 || status > 599) return 'unreadable-reply';
  if (status >= 500) return 'venue-failure';
  if (status === 429) return 'rate-limited';
  if (status === 408) return 'timeout';
  // A page from something in between must not be read as the venue's refusal.
  if (refusal.shape === 'foreign') return 'unreadable-reply';
  if (status === 401 || status === 403) return refusal.shape === 'standard' ? 'refused' : 'unauthorized';
  return status === 404 ? 'not-found' : 'refused';
}

function suggestionOf(code: FaultCode): string | undefined {
  return code === 'unauthorized' ? 'check key, secret and the clock of this machine: the venue only says 401' : undefined;
}
