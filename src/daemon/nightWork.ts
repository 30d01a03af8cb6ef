import type { CancelTimer, Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { type Instant, instantOf, isoOf } from '../base/instant.ts';
import { dayBefore, nightly } from './nightly.ts';
import { isCompared } from '../research/parity/parityFiles.ts';
import { parityProcess } from './parityProcess.ts';
import { removeOld, sessionsOfDay } from '../session/sessions.ts';

export interface NightWorkOptions {
  readonly state: string;
  readonly clock: Clock;
  /** How long a session is kept after its end. */
  readonly keepMs: number;
  /** Whether days are compared with their backtest. */
  readonly compares: boolean;
  readonly onTrouble: (message: string) => void;
}

/**
 * Each night, old sessions are removed and the day is compared with the backtest. A night without a daemon is made up for at
 * once. Returns a function that ends it; work under way is given up and left to the next daemon.
 */
export function nightWork({ state, clock, keepMs, compares, onTrouble }: NightWorkOptions): CancelTimer {
  const end = new AbortController();
  /** A day without a daemon has nothing to compare. */
  const compareIfLived = (day: Instant, isDone: (day: Instant) => boolean): void => {
    try {
      if (!compares || sessionsOfDay(state, day).length === 0 || isDone(day)) return;
      void parityProcess(state, isoOf(day).slice(0, 10), onTrouble, end.signal);
    } catch (error) {
      onTrouble(`it is not known whether ${isoOf(day).slice(0, 10)} can be compared with its backtest: ${messageOf(error)}`);
    }
  };
  const cancel = nightly(clock, (day) => {
    try {
      removeOld(state, keepMs, clock.now());
    } catch (error) {
      onTrouble(`old sessions could not be removed: ${messageOf(error)}`);
    }
    compareIfLived(instantOf(`${day}T00:00:00Z`)!, () => false);
  });
  compareIfLived(dayBefore(clock.now()), (yesterday) => isCompared(state, yesterday));
  return () => {
    cancel();
    end.abort();
  };
}
