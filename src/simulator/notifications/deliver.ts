import type { Clock } from '../../base/clock.ts';

/** One POST of a notification. */
export interface OutgoingNotification {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Posts a notification and answers with the receiver's status; rejects when there is no answer. */
export type Deliver = (notification: OutgoingNotification) => Promise<number>;

const TIMEOUT_MS = 10_000;

/** Delivers over real HTTP. A redirect counts as its status and is not followed. */
export function deliverByHttp(clock: Clock): Deliver {
  return async ({ url, body, headers }) => {
    const giveUp = new AbortController();
    const cancel = clock.setTimer(TIMEOUT_MS, () => giveUp.abort(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    try {
      const response = await clock.track(fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal: giveUp.signal }));
      await response.body?.cancel();
      return response.status;
    } finally {
      cancel();
    }
  };
}
