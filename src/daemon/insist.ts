import { type Clock, sleep } from '../base/clock.ts';
import { type FaultCode, isFault } from '../base/fault.ts';
import type { Random } from '../base/random.ts';
import { FailedReads } from './failedReads.ts';

export interface InsistOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
  /** After this many failures, the last one is thrown. */
  readonly tries: number;
  readonly onTrouble: (message: string, about: string) => void;
  readonly onOver?: ((about: string, told?: string) => void) | undefined;
}

/** Faults that waiting does not mend. */
const HOPELESS: ReadonlySet<FaultCode> = new Set(['store', 'configuration', 'internal', 'schema-newer', 'daemon-running']);
/**
 * The first refusal of a signature tells us the venue's time, by which the next request is signed. A further refusal is about the
 * key.
 */
const MOST_UNAUTHORIZED = 3;
const MOST_WAIT_MS = 30_000;

/**
 * Tries until it works or the signal says stop, since a venue that is away at the start comes back some time. A fault that
 * waiting does not mend is thrown at once. Rejects with the signal's reason.
 */
export async function insist<T>(
  what: string,
  attempt: () => Promise<T>,
  { clock, random, signal, tries, onTrouble, onOver }: InsistOptions,
): Promise<T> {
  const reads = new FailedReads(what, { clock, onTrouble, onOver, from: 1 });
  for (let failures = 1; ; failures++) {
    signal?.throwIfAborted();
    try {
      const done = await attempt();
      reads.good();
      return done;
    } catch (error) {
      const isRefusedKey = isFault(error, 'unauthorized') && failures >= MOST_UNAUTHORIZED;
      if (!isFault(error) || HOPELESS.has(error.code) || isRefusedKey || failures >= tries) throw error;
      reads.failed(error);
      await sleep(clock, Math.min(MOST_WAIT_MS, 500 * 2 ** Math.min(failures, 6)) * (0.5 + random.next() / 2), signal);
    }
  }
}
