import { type Clock, sleep } from '../base/clock.ts';

/** Waits for work, but not beyond a point of the monotonic clock; false when it was not over by then. What is late goes on by itself. */
export async function within(clock: Clock, work: Promise<unknown>, deadlineMs: number): Promise<boolean> {
  const patience = new AbortController();
  const tired = sleep(clock, Math.max(0, deadlineMs - clock.monotonicMs()), patience.signal).then(
    () => false,
    () => false,
  );
  const isDone = await Promise.race([work.then(() => true), tired]);
  patience.abort();
  return isDone;
}
