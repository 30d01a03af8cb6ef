import { type Clock, sleep } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { durationText } from '../../base/instant.ts';
import { farmFault, isFarmTrouble } from './farmFault.ts';
import type { Farm } from './openFarm.ts';

export interface PatienceOptions {
  readonly farm: Pick<Farm, 'shown' | 'causeOf'>;
  readonly clock: Clock;
  readonly tell: (line: string) => void;
  /** After so long in one go it gives up. */
  readonly patienceMs: number;
}

const AGAIN_MS = 1_000;

/** Bears with a Redis that is away, full or slow: says once what is wrong, and once that it is over. */
export class Patience {
  readonly #options: PatienceOptions;
  #since: number | undefined;
  #told: string | undefined;

  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  /** Undefined when it could not be done now; it has then waited a little. Any other error is passed on. */
  async tried<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { farm, clock, tell, patienceMs } = this.#options;
    try {
      const result = await work();
      if (this.#since !== undefined) tell(`the Redis at ${farm.shown} works again`);
      this.#since = undefined;
      this.#told = undefined;
      return result;
    } catch (error) {
      if (!isFarmTrouble(error)) throw error;
      const fault = farmFault(farm.shown, farm.causeOf(error));
      const now = clock.monotonicMs();
      this.#since ??= now;
      if (now - this.#since > patienceMs) {
        throw new Fault(fault.code, `${fault.message}, for ${durationText(patienceMs)} now`, {
          suggestion: `${fault.suggestion}; what is written down stays, and --resume goes on`,
          cause: error,
        });
      }
      if (this.#told !== fault.message) tell(`${fault.message}; ${fault.suggestion}; trying again`);
      this.#told = fault.message;
      await sleep(clock, AGAIN_MS);
      return undefined;
    }
  }
}
