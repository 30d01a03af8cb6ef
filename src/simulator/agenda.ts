import type { CancelTimer, Clock } from '../base/clock.ts';
import type { Instant } from '../base/instant.ts';

interface Entry {
  readonly dueAt: Instant;
  readonly order: number;
  readonly act: (at: Instant) => void;
}

/**
 * What will happen at the venue later, by the venue's own time. A timer acts when something is due; if it is late, bringing the
 * venue up to its time does. Either way the action gets the time at which it was due, so that nothing depends on when somebody
 * looks.
 */
export class Agenda {
  readonly #clock: Clock;
  readonly #now: () => Instant;
  /** Sorted by due time, then by order of entry. */
  readonly #entries: Entry[] = [];
  #order = 0;
  #timer: { readonly dueAt: Instant; readonly cancel: CancelTimer } | undefined;
  #running = false;

  constructor(clock: Clock, now: () => Instant) {
    this.#clock = clock;
    this.#now = now;
  }

  /** Acts once, at that time. Returns a function that calls it off. */
  at(dueAt: Instant, act: (at: Instant) => void): CancelTimer {
    const entry: Entry = { dueAt, order: this.#order++, act };
    this.#entries.splice(this.#placeOf(dueAt), 0, entry);
    this.#wind();
    return () => {
      const index = this.#entries.indexOf(entry);
      if (index >= 0) this.#entries.splice(index, 1);
    };
  }

  /** Does all that has fallen due. */
  run(): void {
    if (this.#running) return;
    this.#running = true;
    try {
      for (let next = this.#entries[0]; next !== undefined && next.dueAt <= this.#now(); next = this.#entries[0]) {
        this.#entries.shift();
        next.act(next.dueAt);
      }
    } finally {
      this.#running = false;
      this.#wind();
    }
  }

  /** No timer is left behind; what is due still happens when `run` is called. */
  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #placeOf(dueAt: Instant): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entries[middle]!.dueAt <= dueAt) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #wind(): void {
    const dueAt = this.#entries[0]?.dueAt;
    if (this.#running || dueAt === undefined || (this.#timer !== undefined && this.#timer.dueAt <= dueAt)) return;
    this.#timer?.cancel();
    const cancel = this.#clock.setTimer(dueAt - this.#now(), () => {
      this.#timer = undefined;
      this.run();
      this.#wind();
    });
    this.#timer = { dueAt, cancel };
  }
}
