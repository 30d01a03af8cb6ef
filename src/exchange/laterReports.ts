import type { Instant } from '../base/instant.ts';
import type { Report } from '../model/event.ts';

interface Waiting {
  readonly at: Instant;
  readonly make: () => Report | undefined;
}

/** Reports that do not come from the fill model, in the order in which we hear of them. There are few at a time. */
export class LaterReports {
  readonly #waiting: Waiting[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  get nextAt(): Instant {
    return this.#waiting[0]?.at ?? Infinity;
  }

  /** `make` runs when the report is due. It returns the report, or undefined when the fill model has queued it itself. */
  add(at: Instant, make: () => Report | undefined): void {
    let i = this.#waiting.length;
    while (i > 0 && this.#waiting[i - 1]!.at > at) i--;
    this.#waiting.splice(i, 0, { at, make });
  }

  take(): Report | undefined {
    return this.#waiting.shift()!.make();
  }
}
