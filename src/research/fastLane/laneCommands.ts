import { seededRandom } from '../../base/random.ts';
import { ulid } from '../../base/ulid.ts';

export type CommandKind = 'place' | 'replace' | 'cancel';

/** What the lane has sent: counts, and what is to be known of each order beside its state. */
export class LaneCommands {
  places = 0;
  replaces = 0;
  cancels = 0;
  /** Orders of which the venue has not said its last word. */
  atVenue = 0;
  /** By slot: the order's number, when it was placed, its executions so far, its tag. */
  readonly serial: Float64Array;
  readonly placedAt: Float64Array;
  readonly parts: Int32Array;
  readonly tags: (string | undefined)[] = [];
  readonly #seed: number | string;
  /** When each order was placed; -1 for any other command. */
  readonly #times: number[] = [];

  constructor(slots: number, seed: number | string) {
    this.serial = new Float64Array(slots);
    this.placedAt = new Float64Array(slots);
    this.parts = new Int32Array(slots);
    this.#seed = seed;
  }

  placed(slot: number, now: number, tag: string | undefined): void {
    this.serial[slot] = ++this.places;
    this.placedAt[slot] = now;
    this.parts[slot] = 0;
    this.tags[slot] = tag;
    this.atVenue++;
    this.#times.push(now);
  }

  replaced(): void {
    this.replaces++;
    this.#times.push(-1);
  }

  canceled(): void {
    this.cancels++;
    this.#times.push(-1);
  }

  /** The engine's id of each order's intent, by the order's number: it draws an id for each command. */
  intents(): (serial: number) => string {
    const random = seededRandom(`ids:${this.#seed}`);
    const ids = [''];
    for (const at of this.#times) {
      const id = ulid(Math.max(at, 0), random);
      if (at >= 0) ids.push(id);
    }
    return (serial) => ids[serial]!;
  }
}
