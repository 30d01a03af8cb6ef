import type { CallObserver, CallOutcome } from '../client/callObserver.ts';

/** How quick the venue and the disk have been lately, in milliseconds. Undefined before the first of each. */
export interface CallTimesReport {
  /** From the first byte to the end of the answer: one half was quicker, and of a hundred one was slower. */
  readonly answerMedianMs: number | undefined;
  readonly answerP99Ms: number | undefined;
  /** How long the journal's commit before a request for money took. */
  readonly commitP99Ms: number | undefined;
}

/** So many of the last ones are looked at. */
const LAST = 500;

/** Times of the last requests and commits, for people; it passes on to `next` what it is told. */
export class CallTimes implements CallObserver {
  readonly #next: CallObserver | undefined;
  readonly #answers = new Float64Array(LAST);
  readonly #commits = new Float64Array(LAST);
  #answered = 0;
  #committed = 0;

  constructor(next: CallObserver | undefined) {
    this.#next = next;
  }

  answered(operation: string, outcome: CallOutcome, ms: number): void {
    this.#answers[this.#answered++ % LAST] = ms;
    this.#next?.answered(operation, outcome, ms);
  }

  committed(ms: number): void {
    this.#commits[this.#committed++ % LAST] = ms;
    this.#next?.committed(ms);
  }

  report(): CallTimesReport {
    const answers = this.#answers.slice(0, Math.min(this.#answered, LAST)).sort();
    const commits = this.#commits.slice(0, Math.min(this.#committed, LAST)).sort();
    return { answerMedianMs: at(answers, 0.5), answerP99Ms: at(answers, 0.99), commitP99Ms: at(commits, 0.99) };
  }
}

/** The value of the given rank: the smallest that so large a part does not exceed. */
function at(sorted: Float64Array, part: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)];
}
