import { type Clock, sleep } from '../base/clock.ts';

/**
 * Waits for work, but only up to a time of the monotonic clock. False when the work was not over by then; it goes on by itself. Rejects when
 * the work does.
 */
export async function within(clock: Clock, work: Promise<unknown>, deadlineMs: number): Promise<boolean> {
  const patience = new AbortController();
  const tired = sleep(clock, Math.max(0, deadlineMs - clock.monotonicMs()), patience.signal).then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([work.then(() => true), tired]);
  } finally {
    patience.abort();
  }
}
