import type { Instant } from '../../base/instant.ts';
import type { Book } from '../../model/book.ts';
import { LOOK, type TouchRows } from '../../model/touchRows.ts';

/** Times between two books up to this are counted to the millisecond. */
const MOST_MS = 120_000;

/** Room to begin with: books are mostly polled every few seconds. */
const FEW_MS = 4095;

interface Times {
  counts: Uint32Array;
  all: number;
  last: Instant;
}

/** How far apart the books of each symbol were recorded. */
export class PollTimes {
  readonly #symbols: readonly string[];
  readonly #times: readonly Times[];

  constructor(symbols: readonly string[]) {
    this.#symbols = symbols;
    this.#times = symbols.map(() => ({ counts: new Uint32Array(FEW_MS + 1), all: 0, last: NaN }));
  }

  add(market: number, { receivedAt }: Book): void {
    const times = this.#times[market]!;
    const ms = receivedAt - times.last;
    times.last = receivedAt;
    if (ms >= 0) count(times, ms);
  }

  addRows(market: number, { looks }: TouchRows, from: number, to: number): void {
    const { receivedAt, columns } = LOOK;
    const times = this.#times[market]!;
    let { last } = times;
    for (let row = from; row < to; row++) {
      const at = looks[row * columns + receivedAt]!;
      const ms = at - last;
      last = at;
      if (ms >= 0) count(times, ms);
    }
    times.last = last;
  }

  /** The time across a gap says nothing. */
  gap(market: number): void {
    this.#times[market]!.last = NaN;
  }

  /** Median by symbol, in ms; 0 where there were not two books. */
  get medians(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#symbols.map((symbol, i) => [symbol, medianOf(this.#times[i]!)]));
  }
}

function count(times: Times, ms: number): void {
  const place = ms < MOST_MS ? ms : MOST_MS;
  if (place >= times.counts.length) {
    const counts = new Uint32Array(MOST_MS + 1);
    counts.set(times.counts);
    times.counts = counts;
  }
  times.counts[place]!++;
  times.all++;
}

function medianOf({ counts, all }: Times): number {
  let seen = 0;
  for (let ms = 0; ms < counts.length; ms++) {
    seen += counts[ms]!;
    if (seen * 2 >= all && seen > 0) return ms;
  }
  return 0;
}
