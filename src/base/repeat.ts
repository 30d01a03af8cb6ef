import type { CancelTimer, Clock } from './clock.ts';

/** Calls again and again, `everyMs` after each call has returned. */
export function repeat(clock: Clock, everyMs: number, call: () => void): CancelTimer {
  let isCanceled = false;
  let cancelTimer: CancelTimer = () => undefined;
  const wait = (): void => {
    if (isCanceled) return;
    cancelTimer = clock.setTimer(everyMs, () => {
      call();
      wait();
    });
  };
  wait();
  return () => {
    isCanceled = true;
    cancelTimer();
  };
}
