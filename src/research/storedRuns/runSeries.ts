import { join } from 'node:path';
import { type Instant, instantOf } from '../../base/instant.ts';
import { type Band, BANDS } from '../runRecord.ts';
import { linesOf } from './linesOf.ts';

/** A sample of a run: what everything was worth by band, and what it would have been worth had it only been held. */
export interface RunPoint {
  readonly at: Instant;
  readonly equity: Readonly<Record<Band, number>>;
  readonly hold: number;
  /** That of the fitted band. */
  readonly exposure: number;
}

export interface RunSpan {
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** A chart has no more pixels. */
const MOST_POINTS = 800;

/** The samples of a run within a span, at most 800 of them at equal distances, the first and the last among them. A narrower span shows more of it. */
export async function runSeries(
  folder: string,
  { from = -Infinity, to = Infinity }: RunSpan,
  signal?: AbortSignal,
): Promise<readonly RunPoint[]> {
  const [pessimistic, fitted, optimistic] = BANDS.map((band) => rowsOf(join(folder, band, 'equity.csv'), signal));
  const thinned = new Thinned<RunPoint>(MOST_POINTS);
  try {
    for (;;) {
      // All bands are sampled at the same times.
      const rows = await Promise.all([pessimistic!.next(), fitted!.next(), optimistic!.next()]);
      const [low, middle, high] = rows.map(({ value, done }) => (done === true ? undefined : value));
      if (low === undefined || middle === undefined || high === undefined || middle.at > to) break;
      if (middle.at < from) continue;
      const equity = { pessimistic: low.equity, fitted: middle.equity, optimistic: high.equity };
      thinned.add({ at: middle.at, equity, hold: middle.hold, exposure: middle.exposure });
    }
  } finally {
    for (const rows of [pessimistic, fitted, optimistic]) await rows!.return(undefined);
  }
  return thinned.all();
}

interface Row {
  readonly at: Instant;
  readonly equity: number;
  readonly exposure: number;
  readonly hold: number;
}

async function* rowsOf(path: string, signal: AbortSignal | undefined): AsyncGenerator<Row> {
  for await (const line of linesOf(path, 0, signal)) {
    const [time = '', equity, exposure, hold] = line.split(',', 4);
    const at = instantOf(time);
    if (at !== undefined) yield { at, equity: Number(equity), exposure: Number(exposure), hold: Number(hold) };
  }
}

/** Keeps every so manyth of what it is given, however much that will be. */
class Thinned<T> {
  readonly #most: number;
  #kept: T[] = [];
  #step = 1;
  #count = 0;
  #last: T | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  add(item: T): void {
    if (this.#count % this.#step === 0) this.#kept.push(item);
    this.#count++;
    this.#last = item;
    // The last one may have to be added to the others.
    if (this.#kept.length < this.#most) return;
    this.#kept = this.#kept.filter((_, n) => n % 2 === 0);
    this.#step *= 2;
  }

  all(): readonly T[] {
    return this.#last === undefined || this.#kept.at(-1) === this.#last ? this.#kept : [...this.#kept, this.#last];
  }
}
