import { defer, from, merge, mergeMap, type Observable, share } from 'rxjs';
import { messageOf } from '../base/fault.ts';
import { MAX_DEPTH } from '../model/book.ts';
import type { EventBody } from '../model/event.ts';
import type { Pair } from '../model/pair.ts';
import { BookGuard, guardLimitsFor } from '../market/bookGuard.ts';
import { BookRing } from './bookRing.ts';
import { every } from './clockTimers.ts';
import type { FeedContext } from './feedContext.ts';
import { pollLoop, type PollReply } from './pollLoop.ts';

export interface BookFeedOptions {
  readonly pair: Pair;
  /** How many levels to ask for per side, 1 to 250 (000 Limits). */
  readonly depth: number;
  readonly everyMs: number;
  readonly phaseMs: number;
}

const CHECK_EVERY_MS = 1000;

type Polled = { readonly ok: boolean; readonly values: readonly EventBody[] };

/**
 * The books of one symbol, and the warnings about them. One poll serves any number of subscribers and ends with the last of them.
 * Warnings come before the book that they are about.
 */
export function bookFeed(context: FeedContext, { pair, depth, everyMs, phaseMs }: BookFeedOptions): Observable<EventBody> {
  const { client, clock, counters } = context;
  const { symbol } = pair;
  const ring = new BookRing(symbol, pair.grid, MAX_DEPTH);
  let sequence = 0;

  const read = (guard: BookGuard, { body }: PollReply): Polled => {
    counters.answered++;
    counters.bytes += body.length;
    sequence++;
    const now = clock.now();
    const outcome = ring.decode(body);
    if (!outcome.ok) return { ok: false, values: guard.unreadable(`${outcome.reason}: ${outcome.detail}`, now) };
    counters.droppedLevels += outcome.dropped;
    if (outcome.reordered) counters.reordered++;
    const book = ring.free;
    book.receivedAt = now;
    book.sequence = sequence;
    book.depth = depth;
    const { deliver, warnings } = guard.accept(book);
    if (!deliver) return { ok: true, values: warnings };
    counters.delivered++;
    return { ok: true, values: [...warnings, { type: 'book', book: ring.handOut() }] };
  };

  const events$ = defer(() => {
    // Each life of the feed has its own guard, since what happened before a pause says nothing about now.
    const guard = new BookGuard(symbol, { ...guardLimitsFor(everyMs), ...context.guard }, counters.troubles);
    const polls$ = pollLoop<EventBody>({
      ...context,
      everyMs,
      phaseMs,
      request: (signal) => client.fetchBytes('book.get', { symbol, depth }, { signal }),
      onReply: (reply) => read(guard, reply),
      onFailure: (error) => {
        counters.failed++;
        return guard.pollFailed(messageOf(error), clock.now());
      },
    });
    const checks$ = every(clock, CHECK_EVERY_MS).pipe(mergeMap(() => from(guard.check(clock.now()))));
    return merge(polls$, checks$);
  });
  return events$.pipe(share());
}
