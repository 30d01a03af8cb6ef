import type { Clock } from '../base/clock.ts';

const FIRST_AFTER_MS = 2000;
const MOST_BETWEEN_MS = 60_000;
/** An order that is asked about beyond this many is found by the next reading that goes far back. */
const MOST = 1000;

interface Question {
  readonly dueMs: number;
  readonly waitMs: number;
}

/** Orders whose executions must be looked at once more, each ever less often for as long as the answer does not come. */
export class OpenQuestions {
  readonly #clock: Clock;
  readonly #questions = new Map<string, Question>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ask(orderId: string): void {
    if (!this.#questions.has(orderId) && this.#questions.size < MOST) this.#put(orderId, FIRST_AFTER_MS);
  }

  answered(orderId: string): void {
    this.#questions.delete(orderId);
  }

  /** Those whose time has come. Each is due again later, unless it is answered. */
  due(): readonly string[] {
    const now = this.#clock.monotonicMs();
    const due = [...this.#questions].filter(([, { dueMs }]) => dueMs <= now);
    for (const [orderId, { waitMs }] of due) this.#put(orderId, Math.min(2 * waitMs, MOST_BETWEEN_MS));
    return due.map(([orderId]) => orderId);
  }

  #put(orderId: string, waitMs: number): void {
    this.#questions.set(orderId, { dueMs: this.#clock.monotonicMs() + waitMs, waitMs });
  }
}
