import type { Instant } from './instant.ts';

/** Cancels a timer; calling it twice does nothing. */
export type CancelTimer = () => void;

/**
 * Time as a port. Nothing below the daemon reads the wall clock or sets a timer in any other way, so that the whole
 * program also runs under virtual time.
 */
export interface Clock {
  /** Wall time that never goes back, whatever is done to the machine's clock. It may jump forward, so never measure with it. */
  now(): Instant;
  /** The machine's clock, which may be set back. Only use it to judge other clocks. */
  machineTime(): Instant;
  /** Milliseconds, with a fraction, that never go back. */
  monotonicMs(): number;
  /** Calls back once, not before `delayMs`. */
  setTimer(delayMs: number, callback: () => void): CancelTimer;
  /**
   * Tells a virtual clock that real work (a disk, a stream) is under way, so that it does not move time on before that work has
   * ended. The system clock returns the promise unchanged.
   */
  track<T>(work: Promise<T>): Promise<T>;
}

/** Waits on the given clock. Rejects with the signal's reason when it is aborted before the time is up. */
export function sleep(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = (): void => {
      cancel();
      reject(signal!.reason as Error);
    };
    const cancel = clock.setTimer(delayMs, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
