import type { CallFault, FaultedCall } from '../callFault.ts';

/** A fault for the next calls that match. */
export interface QueuedFault {
  /** The name of a row, like `orders.place`. Without it, any call matches. */
  readonly operation: string | undefined;
  readonly fault: CallFault;
  /** How many calls it affects. */
  times: number;
}

const MOST_FAULTS = 1000;

/** The faults that somebody ordered by hand, first come first served. */
export class FaultQueue {
  readonly #faults: QueuedFault[] = [];

  get faults(): readonly Readonly<QueuedFault>[] {
    return this.#faults;
  }

  /** False when there are too many already. */
  add(fault: QueuedFault): boolean {
    if (this.#faults.length >= MOST_FAULTS) return false;
    this.#faults.push({ ...fault });
    return true;
  }

  clear(): void {
    this.#faults.length = 0;
  }

  /** The fault for this call, which has one call fewer left afterwards. */
  take({ operation }: Pick<FaultedCall, 'operation'>): CallFault | undefined {
    const index = this.#faults.findIndex((each) => each.operation === undefined || each.operation === operation);
    const found = this.#faults[index];
    if (found === undefined) return undefined;
    found.times--;
    if (found.times === 0) this.#faults.splice(index, 1);
    return found.fault;
  }
}
