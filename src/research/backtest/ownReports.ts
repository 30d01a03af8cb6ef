import type { Instant } from '../../base/instant.ts';
import type { Report } from '../../model/event.ts';

interface Waiting {
  readonly at: Instant;
  readonly make: () => Report;
}

/** Reports that do not come out of the fill model, in order of the time at which we hear of them. There are few at a time. */
export class OwnReports {
  readonly #waiting: Waiting[] = [];

  get nextAt(): Instant {
    return this.#waiting[0]?.at ?? Infinity;
  }

  /** `make` runs when the report is due. */
  add(at: Instant, make: () => Report): void {
    let i = this.#waiting.length;
    while (i > 0 && this.#waiting[i - 1]!.at > at) i--;
    this.#waiting.splice(i, 0, { at, make });
  }

  take(): Report {
    return this.#waiting.shift()!.make();
  }
}
