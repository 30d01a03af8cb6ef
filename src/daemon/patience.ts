import { type Clock, sleep } from '../base/clock.ts';
import { isFault, messageOf } from '../base/fault.ts';
import type { Random } from '../base/random.ts';

/** Waits for work, but not beyond a point of the monotonic clock. What is late goes on by itself. */
export async function within(clock: Clock, work: Promise<unknown>, deadlineMs: number): Promise<void> {
  const patience = new AbortController();
  const tired = sleep(clock, Math.max(0, deadlineMs - clock.monotonicMs()), patience.signal).catch(() => undefined);
  await Promise.race([work, tired]);
  patience.abort();
}

export interface InsistOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
  /** After so many failures the last one is thrown. */
  readonly tries: number;
  /** The first failure, and then every tenth. */
  readonly onFailure: (message: string) => void;
}

/**
 * Tries until it works or the signal says stop: a venue that is away at the start comes back some time. What no waiting mends
 * (the store, the configuration) is thrown at once.
 */
export async function insist<T>(
  what: string,
  attempt: () => Promise<T>,
  { clock, random, signal, tries, onFailure }: InsistOptions,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (isFault(error, 'store') || isFault(error, 'configuration') || isFault(error, 'internal') || failures >= tries) throw error;
      if (failures === 1 || failures % 10 === 0) onFailure(`${what} could not be read (${failures} in a row): ${messageOf(error)}`);
      await sleep(clock, Math.min(30_000, 500 * 2 ** Math.min(failures, 6)) * (0.5 + random.next() / 2), signal);
    }
  }
}
