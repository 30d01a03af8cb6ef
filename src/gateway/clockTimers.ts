import { Observable } from 'rxjs';
import type { CancelTimer, Clock } from '../base/clock.ts';

/** Emits every `periodMs`, the first time after one period. */
export function every(clock: Clock, periodMs: number): Observable<void> {
  return new Observable((subscriber) => {
    let cancel: CancelTimer;
    const arm = (): void => {
      cancel = clock.setTimer(periodMs, () => {
        arm();
        subscriber.next();
      });
    };
    arm();
    return () => cancel();
  });
}
