import { type Clock, sleep } from '../base/clock.ts';
import { isFault, messageOf } from '../base/fault.ts';
import { isStoreAway } from '../store/storeAway.ts';

export interface StandByOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when it begins to wait, and when what it waits for changes. */
  readonly onWait: (why: string) => void;
  /** Seals on this machine how far the owner has got. */
  readonly witness: () => Promise<void>;
}

const LOOK_MS = 500;
const WITNESS_MS = 5000;

/** Starts as soon as nobody else owns the account, however long that takes. Undefined when the signal came first. */
export async function standBy<T>(start: () => Promise<T>, { clock, signal, onWait, witness }: StandByOptions): Promise<T | undefined> {
  let told: string | undefined;
  let witnessedMs = -Infinity;
  let isWitnessing = false;
  while (!signal.aborted) {
    try {
      return await start();
    } catch (error) {
      if (!isFault(error, 'daemon-running') && !isStoreAway(error)) throw error;
      const why = messageOf(error);
      if (why !== told) onWait(why);
      told = why;
      if (isFault(error, 'daemon-running') && clock.monotonicMs() - witnessedMs >= WITNESS_MS && !isWitnessing) {
        witnessedMs = clock.monotonicMs();
        isWitnessing = true;
        // Beside the attempts to start, since a server may answer late. A seal that stays behind is safe, and what is wrong with the store is
        // told to whoever takes it over.
        void witness()
          .catch(() => undefined)
          .finally(() => {
            isWitnessing = false;
          });
      }
    }
    await sleep(clock, LOOK_MS, signal).catch(() => undefined);
  }
  return undefined;
}
