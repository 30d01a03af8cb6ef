import type { Place } from './topic.ts';

/** Knows the messages of each topic by their numbers: which came before, and how many are missing between two. */
export class RowCount {
  readonly #last = new Map<string, Place>();

  /** Undefined for one that came before; else how many are missing in front of it. */
  take(topic: string, place: Place): number | undefined {
    const last = this.#last.get(topic);
    if (last?.run === place.run && place.sequence <= last.sequence) return undefined;
    this.#last.set(topic, place);
    // Of what was before the first one nobody knows here.
    if (last === undefined) return 0;
    return last.run === place.run ? place.sequence - last.sequence - 1 : place.sequence;
  }
}
