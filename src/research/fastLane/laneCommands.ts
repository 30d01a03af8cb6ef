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

  constructor(slots: number) {
    this.serial = new Float64Array(slots);
    this.placedAt = new Float64Array(slots);
    this.parts = new Int32Array(slots);
  }

  placed(slot: number, now: number, tag: string | undefined): void {
    this.serial[slot] = ++this.places;
    this.placedAt[slot] = now;
    this.parts[slot] = 0;
    this.tags[slot] = tag;
    this.atVenue++;
  }

  replaced(): void {
    this.replaces++;
  }

  canceled(): void {
    this.cancels++;
  }
}
