import type { Clock } from '../base/clock.ts';
import { counted } from '../base/counted.ts';
import { messageOf } from '../base/fault.ts';
import { durationText } from '../base/instant.ts';

export interface FailedReadsOptions {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly onTrouble: (message: string, about: string) => void;
  /** Without `told` people have not heard of it. */
  readonly onOver?: ((about: string, told?: string) => void) | undefined;
  /** From which failure in a row on people hear of it. Default 2: what the next try mends is no trouble. */
  readonly from?: number;
}

/** After the first one, every one that is told is so many failures or twice as many after the one before it. */
const TOLD_AGAIN = 10;

/** Tells people of readings of one thing that fail in a row: once, then more and more seldom, and at the end how many there were and how long it lasted. */
export class FailedReads {
  readonly #what: string;
  readonly #options: FailedReadsOptions;
  #count = 0;
  #sinceMs = 0;
  #isTold = false;

  constructor(what: string, options: FailedReadsOptions) {
    this.#what = what;
    this.#options = options;
  }

  failed(error: unknown): void {
    const { clock, onTrouble, from = 2 } = this.#options;
    if (this.#count++ === 0) this.#sinceMs = clock.monotonicMs();
    if (this.#count !== from && !isToldAgain(this.#count)) return;
    this.#isTold = true;
    onTrouble(`${this.#what} could not be read (${this.#count} in a row): ${messageOf(error)}`, this.#what);
  }

  good(): void {
    const { clock, onOver } = this.#options;
    const after = `${counted(this.#count, 'failure')} in a row and ${durationText(clock.monotonicMs() - this.#sinceMs)}`;
    onOver?.(this.#what, this.#isTold ? `${this.#what} could be read again, after ${after}` : undefined);
    this.#count = 0;
    this.#isTold = false;
  }
}

/** 10, 20, 40, 80 … */
function isToldAgain(count: number): boolean {
  const times = count / TOLD_AGAIN;
  return Number.isInteger(times) && Number.isInteger(Math.log2(times));
}
