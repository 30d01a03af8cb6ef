/** What became of a request for money. `not-sent` and `rejected` are proven; everything else is `unknown`. */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

/** Stable codes. Callers decide by the code what to do next, never by the message. */
export type FaultCode =
  | 'internal'
  | 'usage'
  | 'not-found'
  | 'configuration'
  | 'daemon-not-running'
  | 'daemon-running'
  | 'network'
  | 'timeout'
  | 'rate-limited'
  | 'unauthorized'
  | 'refused'
  | 'unreadable-reply'
  | 'echo-mismatch'
  | 'venue-failure'
  | 'clock'
  | 'halted'
  | 'risk'
  | 'lane-frozen'
  | 'unknown-outcome'
  | 'confirmation-needed'
  | 'check-failed'
  | 'invalid-request'
  | 'store'
  | 'journal-incomplete'
  | 'schema-newer'
  | 'strategy'
  | 'canceled'
  | 'left-open';

/** What is wrong with one place of a file. */
export interface FileProblem {
  /** The first line is 1. */
  readonly line: number;
  /** The heading of the column. Undefined when it is about the whole line. */
  readonly column: string | undefined;
  /** What stands there. */
  readonly value: string | undefined;
  readonly message: string;
}

export interface FaultDetails {
  readonly outcome?: Outcome | undefined;
  readonly retryable?: boolean | undefined;
  /** HTTP status of the venue's answer. */
  readonly status?: number | undefined;
  /** The venue's own machine-readable code, verbatim (000 Errors 2). */
  readonly venueCode?: string | undefined;
  /** A short name that similar refusals share, when the venue's answer was a refusal. */
  readonly refusal?: string | undefined;
  /** Messages by field name (000 Errors 5). */
  readonly fieldErrors?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly traceId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** All that is wrong with a file, for programs. The message says it for people. */
  readonly problems?: readonly FileProblem[] | undefined;
  /** How things stand now, where that is not what the code alone says. */
  readonly stands?: string | undefined;
  /** What the person may do about it. */
  readonly suggestion?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The one error class. An operating error is sorted by its `code`; a request for money also says its `outcome`.
 * A programmer's error is an assertion instead and stops the program.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly outcome: Outcome | undefined;
  readonly retryable: boolean;
  readonly status: number | undefined;
  readonly venueCode: string | undefined;
  readonly refusal: string | undefined;
  readonly fieldErrors: Readonly<Record<string, readonly string[]>> | undefined;
  readonly traceId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly problems: readonly FileProblem[] | undefined;
  readonly stands: string | undefined;
  readonly suggestion: string | undefined;

  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Fault';
    this.code = code;
    this.outcome = details.outcome;
    this.retryable = details.retryable ?? false;
    this.status = details.status;
    this.venueCode = details.venueCode;
    this.refusal = details.refusal;
    this.fieldErrors = details.fieldErrors;
    this.traceId = details.traceId;
    this.retryAfterMs = details.retryAfterMs;
    this.problems = details.problems;
    this.stands = details.stands;
    this.suggestion = details.suggestion;
  }

  /** The same one, where its caller knows better how things stand or what to do. */
  told(better: Pick<FaultDetails, 'outcome' | 'stands' | 'suggestion'>): Fault {
    const { code, message, outcome, retryable, status, venueCode, refusal, fieldErrors, traceId, retryAfterMs, problems } = this;
    const details = { outcome, retryable, status, venueCode, refusal, fieldErrors, traceId, retryAfterMs, problems };
    return new Fault(code, message, { ...details, stands: this.stands, suggestion: this.suggestion, ...better, cause: this });
  }
}

export function isFault(error: unknown, code?: FaultCode): error is Fault {
  return error instanceof Fault && (code === undefined || error.code === code);
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
