import type { CancelTimer } from '../../src/base/clock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';

/** Who something happens to. What is due for somebody who is gone never happens; for one who is asleep it waits. */
export interface Owner {
  readonly name: string;
  isGone: boolean;
  asleepUntilMs: number;
}

/** Everything else in the world: it is always there. */
export const NATURE: Owner = { name: 'nature', isGone: false, asleepUntilMs: 0 };

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * The one queue of a simulated world: requests and answers on their way, timers of the process and of the venue, the disk's work,
 * faults. One of them is taken at a time, in order of time and then of entry, and all its consequences are drawn before the next.
 * Each one taken is a step.
 */
export class Happenings {
  readonly #time = new VirtualClock(0);
  #steps = 0;

  get nowMs(): number {
    return this.#time.monotonicMs();
  }

  get steps(): number {
    return this.#steps;
  }

  later(delayMs: number, owner: Owner, act: () => void): CancelTimer {
    let cancel = this.#time.setTimer(delayMs, () => {
      if (owner.isGone) return;
      if (owner.asleepUntilMs > this.nowMs) {
        cancel = this.later(owner.asleepUntilMs - this.nowMs, owner, act);
        return;
      }
      this.#steps++;
      act();
    });
    return () => cancel();
  }

  /** Lets time pass. Rejects with what a happening throws. */
  pass(ms: number): Promise<void> {
    return this.#time.advance(ms, settle);
  }
}
