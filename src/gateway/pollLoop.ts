import { Observable } from 'rxjs';
import { isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { PollBudget } from './pollBudget.ts';
import { type PaceOptions, PollPace } from './pollPace.ts';

/** The answer of a poll, as the client gives it. */
export interface PollReply {
  readonly status: number;
  readonly body: Uint8Array;
  readonly sentAt: Instant;
  readonly receivedAt: Instant;
}

export interface PollLoopOptions<T> extends PaceOptions {
  readonly budget: PollBudget;
  readonly request: (signal: AbortSignal) => Promise<PollReply>;
  /** With `ok` false the answer was of no use, and the poller backs off as if there had been none. */
  readonly onReply: (reply: PollReply) => { readonly ok: boolean; readonly values: readonly T[] };
  readonly onFailure: (error: unknown) => readonly T[];
}

/**
 * Asks the same thing again and again: it waits for its turn, asks, passes on what came, and waits until it is due. There is only
 * one request at a time. Unsubscribing cancels whatever is going on: the turn, the request or the wait.
 *
 * This is one plain loop rather than a chain of operators. With hundreds of pollers, what a chain keeps alive from one poll to
 * the next would be most of the process's memory.
 */
export function pollLoop<T>(options: PollLoopOptions<T>): Observable<T> {
  const { clock, budget } = options;
  return new Observable((subscriber) => {
    const pace = new PollPace(options);
    const givenUp = new AbortController();
    let cancelStep = queue();

    function queue(): () => void {
      return budget.takeTurn(() => {
        poll().catch((error: unknown) => subscriber.error(error));
      });
    }

    async function poll(): Promise<void> {
      const { values, delayMs } = await ask(options, pace, givenUp.signal);
      for (const value of values) subscriber.next(value);
      // The turn is given back even when a listener has just ended everything; it does nothing then.
      cancelStep();
      if (!subscriber.closed) cancelStep = clock.setTimer(delayMs, () => (cancelStep = queue()));
    }

    return () => {
      cancelStep();
      givenUp.abort();
    };
  });
}

interface Polled<T> {
  readonly values: readonly T[];
  /** Until the next poll is due. */
  readonly delayMs: number;
}

async function ask<T>(options: PollLoopOptions<T>, pace: PollPace, signal: AbortSignal): Promise<Polled<T>> {
  const { clock, budget, request, onReply, onFailure } = options;
  const askedAt = clock.now();
  let reply: PollReply;
  try {
    reply = await request(signal);
  } catch (error) {
    if (signal.aborted) return { values: [], delayMs: 0 };
    if (isFault(error, 'rate-limited')) budget.learnRefusal();
    const delayMs = pace.delayAfterFailure(error);
    return { values: onFailure(error), delayMs };
  }
  if (signal.aborted) return { values: [], delayMs: 0 };
  budget.learnWait(reply.sentAt - askedAt);
  const { ok, values } = onReply(reply);
  return { values, delayMs: ok ? pace.delayAfterSuccess() : pace.delayAfterFailure(undefined) };
}
