import type { Clock } from '../base/clock.ts';
import { durationText } from '../base/instant.ts';
import { repeat } from '../base/repeat.ts';

const EVERY_MS = 10_000;

/** Says what begins, and every ten seconds that it goes on: who waits for minutes knows that nothing hangs. */
export async function tellWork<T>(what: string, clock: Clock, onProgress: (message: string) => void, work: () => Promise<T>): Promise<T> {
  const beganMs = clock.monotonicMs();
  onProgress(what);
  const end = repeat(clock, EVERY_MS, () => onProgress(`${what}, for ${durationText(Math.round(clock.monotonicMs() - beganMs))} by now`));
  try {
    return await work();
  } finally {
    end();
  }
}
