import type { CancelTimer, Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
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
  const compare = (day: string): void => void parityProcess(state, day, onTrouble, end.signal);
  const cancel = nightly(clock, (day) => {
    try {
      removeOld(state, keepMs, clock.now());
    } catch (error) {
      onTrouble(`old sessions could not be removed: ${messageOf(error)}`);
    }
    if (compares) compare(day);
  });
  try {
    const yesterday = dayBefore(clock.now());
    if (compares && sessionsOfDay(state, yesterday).length > 0 && !isCompared(state, yesterday)) compare(isoOf(yesterday).slice(0, 10));
  } catch (error) {
    onTrouble(`it is not known whether yesterday was compared with its backtest: ${messageOf(error)}`);
  }
  return () => {
    cancel();
    end.abort();
  };
}
