import type { Instant } from '../base/instant.ts';
import type { Report } from '../model/event.ts';

interface Waiting {
  readonly at: Instant;
  readonly make: () => Report | undefined;
}

/** Reports that do not come out of the fill model, in order of the time at which we hear of them. There are few at a time. */
export class LaterReports {
  readonly #waiting: Waiting[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get nextAt(): Instant {
    return this.#waiting[0]?.at ?? Infinity;
  }

  /** `make` runs when the report is due; what it answers with is the report, if it is one of the model's words. */
  add(at: Instant, make: () => Report | undefined): void {
    let i = this.#waiting.length;
    while (i > 0 && this.#waiting[i - 1]!.at > at) i--;
    this.#waiting.splice(i, 0, { at, make });
  }

  take(): Report | undefined {
    return this.#waiting.shift()!.make();
  }
}
