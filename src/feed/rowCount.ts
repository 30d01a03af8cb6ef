import type { Place } from './topic.ts';

/** A publisher that was away may come back, and old messages of it may come again: so many of its lives are remembered for each topic. */
const MOST_RUNS = 8;

/** Knows the messages of each topic by their numbers: which came before, and how many are missing between two. */
export class RowCount {
  /** Of each topic the last number of each life of a publisher, the one that was heard last behind the others. */
  readonly #last = new Map<string, Map<string, number>>();

  /** Undefined for one that came before; else how many are missing in front of it. */
  take(topic: string, { run, sequence }: Place): number | undefined {
    const runs = this.#last.get(topic);
    if (runs === undefined) {
      // Of what was before the first one nobody knows here.
      this.#last.set(topic, new Map([[run, sequence]]));
      return 0;
    }
    const last = runs.get(run) ?? -1;
    if (sequence <= last) return undefined;
    runs.delete(run);
    runs.set(run, sequence);
    if (runs.size > MOST_RUNS) for (const oldest of [...runs.keys()].slice(0, -MOST_RUNS)) runs.delete(oldest);
    return sequence - last - 1;
  }
}
