import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { type Fault, type FaultCode, isFault, type Outcome } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { SendOptions } from '../client/call.ts';
import type { Journal, NewIntent } from '../model/journal.ts';
import type { LearnedRefusals } from './learnedRefusals.ts';

/** An intent before it is the request's turn. */
export type ReadyIntent = Omit<NewIntent, 'createdAt' | 'venueAt' | 'expiresAt'> & {
  /** From this time on, by the venue's clock, it can't be done any more, whatever the signature says. */
  readonly expiresAt?: Instant | undefined;
};

export interface JournalledOptions extends SendOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  /** Commits the intent, after a last look whether it may leave. What it throws keeps the request from being sent. */
  readonly begin: (intent: NewIntent) => Promise<void>;
  /** Without it, only what the client takes for proven is a refusal. */
  readonly refusals?: Pick<LearnedRefusals, 'counts'> | undefined;
}

/** What is known of a request that was not acknowledged. */
export interface NotAcknowledged {
  readonly fault: Fault;
  readonly outcome: Outcome;
}

const LEARNED = '; a refusal that was learned (`sluice refusals list`)';

/** Faults after which nothing may be sent: the journal can't be trusted, belongs to somebody else now, or was used wrongly. */
const FATAL: ReadonlySet<FaultCode> = new Set(['store', 'daemon-running', 'schema-newer', 'internal']);

/** Whether an error is none of the venue's or the network's, so that nothing may be concluded from it. */
export function isFatal(error: unknown): boolean {
  return !isFault(error) || FATAL.has(error.code);
}

/**
 * Sends a request for money at most once: it is on disk before its first byte leaves, and the journal says since when its bytes may
 * be on their way. An answer that proves nothing is settled here; a proven one is for the caller, who knows what it is bound to.
 * Rejects with what is fatal, as it came.
 */
export async function sendJournalled<T>(
  intent: ReadyIntent,
  send: (options: SendOptions) => Promise<T>,
  { journal, clock, begin, refusals, ...options }: JournalledOptions,
): Promise<{ readonly answer: T } | NotAcknowledged> {
  let isJournalled = false;
  try {
    const answer = await send({
      ...options,
      asksTime: true,
      beforeSend: async (prepared, stamp) => {
        assert(!isJournalled, 'an intent is journalled and sent once');
        await options.beforeSend?.(prepared, stamp);
        const expiresAt = earlier(stamp.expiresAt, intent.expiresAt);
        await begin({ ...intent, createdAt: clock.now(), venueAt: stamp.venueAt, expiresAt });
        isJournalled = true;
      },
      onFirstByte: () => {
        options.onFirstByte?.();
        journal.markSent(intent.id);
      },
    });
    return { answer };
  } catch (error) {
    if (isFatal(error)) throw error;
    const fault = error as Fault;
    if (!isJournalled) return { fault, outcome: 'not-sent' };
    const proven = fault.outcome ?? 'unknown';
    const isLearned = proven === 'unknown' && refusals?.counts(intent.kind, fault.refusal) === true;
    const outcome = isLearned ? 'rejected' : proven;
    const evidence = evidenceOf(fault) + (isLearned ? LEARNED : '');
    // What the document or a person says needs no proof.
    const refusal = proven === 'unknown' ? fault.refusal : undefined;
    await journal.settle(intent.id, { state: outcome, at: clock.now(), evidence, refusal });
    return { fault, outcome };
  }
}

/** What a fault says, short enough for the journal. */
export function evidenceOf(fault: Fault): string {
  const status = fault.status === undefined ? '' : `HTTP ${fault.status}: `;
  return `${status}${fault.message}`.slice(0, 500);
}

function earlier(a: Instant | undefined, b: Instant | undefined): Instant | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
