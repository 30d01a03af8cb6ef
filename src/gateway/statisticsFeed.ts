import { defer, type Observable, share } from 'rxjs';
import { messageOf } from '../base/fault.ts';
import type { EventBody } from '../model/event.ts';
import type { FeedContext } from './feedContext.ts';
import { pollLoop, type PollReply } from './pollLoop.ts';
import { decodeStatistics } from './statisticsDecoder.ts';
import { Troubles } from '../market/troubles.ts';

/** Statistics cover all pairs, so warnings about them carry this in place of a symbol. */
export const ALL_SYMBOLS = '*';

/** The 24-hour figures of all pairs, and warnings (`poll-failed`, `unreadable`) about their polls. Shared like `bookFeed`. */
export function statisticsFeed(context: FeedContext, everyMs: number): Observable<EventBody> {
  const { client, counters } = context;

  const read = (troubles: Troubles, { body }: PollReply): { ok: boolean; values: readonly EventBody[] } => {
    counters.answered++;
    counters.bytes += body.length;
    const { rows, problem } = decodeStatistics(body);
    const warnings = troubles.note({ 'poll-failed': undefined, unreadable: problem });
    const usable = problem === undefined || rows.length > 0;
    return { ok: usable, values: usable ? [...warnings, { type: 'statistics', rows }] : warnings };
  };

  const events$ = defer(() => {
    const troubles = new Troubles(ALL_SYMBOLS, counters.troubles);
    return pollLoop<EventBody>({
      ...context,
      everyMs,
      phaseMs: everyMs,
      request: (signal) => client.fetchBytes('statistics.list', {}, { signal }),
      onReply: (reply) => read(troubles, reply),
      onFailure: (error) => {
        counters.failed++;
        return troubles.note({ 'poll-failed': messageOf(error) });
      },
    });
  });
  return events$.pipe(share());
}
