import { type Clock, sleep } from '../base/clock.ts';
import { type FaultCode, isFault, messageOf } from '../base/fault.ts';
import type { Random } from '../base/random.ts';

export interface InsistOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
  /** After this many failures, the last one is thrown. */
  readonly tries: number;
  /** Called for the first failure, and then for every tenth. */
  readonly onFailure: (message: string, what: string) => void;
  readonly onGood?: ((what: string) => void) | undefined;
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
  { clock, random, signal, tries, onFailure, onGood }: InsistOptions,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    signal?.throwIfAborted();
    try {
      const done = await attempt();
      onGood?.(what);
      return done;
    } catch (error) {
      const isRefusedKey = isFault(error, 'unauthorized') && failures >= MOST_UNAUTHORIZED;
      if (!isFault(error) || HOPELESS.has(error.code) || isRefusedKey || failures >= tries) throw error;
      if (failures === 1 || failures % 10 === 0) onFailure(`${what} could not be read (${failures} in a row): ${messageOf(error)}`, what);
      await sleep(clock, Math.min(MOST_WAIT_MS, 500 * 2 ** Math.min(failures, 6)) * (0.5 + random.next() / 2), signal);
    }
  }
}
