import type { Place } from './topic.ts';

/** A publisher that was away may come back, and old messages of it may come again: so many of its lives are remembered for each topic. */
const MOST_RUNS = 8;

/** The last number of each life of a publisher, the one that was heard last apart from the others, since it is nearly always the next one, too. */
interface Last {
  run: string;
  sequence: number;
  readonly others: Map<string, number>;
}

/** Knows the messages of each topic by their numbers: which came before, and how many are missing between two. */
export class RowCount {
  readonly #last = new Map<string, Last>();

  /** Undefined for one that came before; else how many are missing in front of it. */
  take(topic: string, { run, sequence }: Place): number | undefined {
    const last = this.#last.get(topic);
    if (last === undefined) {
      // Nobody here knows what was before the first one.
      this.#last.set(topic, { run, sequence, others: new Map() });
      return 0;
    }
    const before = last.run === run ? last.sequence : (last.others.get(run) ?? -1);
    if (sequence <= before) return undefined;
    if (last.run !== run) change(last, run);
    last.sequence = sequence;
    return sequence - before - 1;
  }
}

function change(last: Last, run: string): void {
  const { others } = last;
  others.delete(run);
  others.set(last.run, last.sequence);
  last.run = run;
  if (others.size >= MOST_RUNS) for (const oldest of [...others.keys()].slice(0, 1 - MOST_RUNS)) others.delete(oldest);
}
