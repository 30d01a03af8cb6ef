import { catchError, defer, map, Observable, of, repeat, tap } from 'rxjs';
import { isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { after } from './clockTimers.ts';
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
  /** `ok` false: the answer was of no use, and the poller backs off as if there had been none. */
  readonly onReply: (reply: PollReply) => { readonly ok: boolean; readonly value: T };
  readonly onFailure: (error: unknown) => T;
}

/**
 * Asks the same thing again and again: waits for its turn, asks, hands on what came, waits until it is due. One request at
 * a time by construction. Unsubscribing cancels whatever it is at: the turn, the request or the wait.
 */
export function pollLoop<T>(options: PollLoopOptions<T>): Observable<T> {
  return defer(() => {
    const pace = new PollPace(options);
    let delayMs = 0;
    const poll$ = options.budget.inTurn(requestOnce(options)).pipe(
      map((answer): T => {
        if ('error' in answer) {
          delayMs = pace.delayAfterFailure(answer.error);
          return options.onFailure(answer.error);
        }
        const { ok, value } = options.onReply(answer.reply);
        delayMs = ok ? pace.delayAfterSuccess() : pace.delayAfterFailure(undefined);
        return value;
      }),
    );
    return poll$.pipe(repeat({ delay: () => after(options.clock, delayMs) }));
  });
}

type Answer = { readonly reply: PollReply } | { readonly error: unknown };

function requestOnce<T>({ clock, budget, request }: PollLoopOptions<T>): Observable<Answer> {
  return defer(() => {
    const askedAt = clock.now();
    return abortable(request).pipe(
      tap((reply) => budget.learnWait(reply.sentAt - askedAt)),
      map((reply): Answer => ({ reply })),
      catchError((error: unknown) => {
        if (isFault(error, 'rate-limited')) budget.learnRefusal();
        return of<Answer>({ error });
      }),
    );
  });
}

/** A promise as an Observable that aborts its request when nobody waits for it any more. */
function abortable<T>(request: (signal: AbortSignal) => Promise<T>): Observable<T> {
  return new Observable((subscriber) => {
    const controller = new AbortController();
    request(controller.signal).then(
      (value) => {
        subscriber.next(value);
        subscriber.complete();
      },
      (error: unknown) => subscriber.error(error),
    );
    return () => controller.abort();
  });
}
