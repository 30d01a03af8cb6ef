import type { CallFault, FaultedCall } from '../callFault.ts';

/** What goes wrong with the next calls that match. */
export interface QueuedFault {
  /** The name of a row, like `orders.place`; absent: any call. */
  readonly operation: string | undefined;
  readonly fault: CallFault;
  /** How many calls it meets. */
  times: number;
}

const MOST_FAULTS = 1000;

/** Faults that were ordered by hand, first come first served. */
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

  /** The fault of this call, used up by one. */
  take({ operation }: Pick<FaultedCall, 'operation'>): CallFault | undefined {
    const index = this.#faults.findIndex((each) => each.operation === undefined || each.operation === operation);
    const found = this.#faults[index];
    if (found === undefined) return undefined;
    found.times--;
    if (found.times === 0) this.#faults.splice(index, 1);
    return found.fault;
  }
}
