import type { Instant } from '../base/instant.ts';

/** What a strategy plotted under one name, oldest first. The values are plain numbers: they are for charts alone. */
export interface Plot {
  readonly strategy: string;
  readonly name: string;
  readonly points: readonly PlotPoint[];
}

/** The last value of its stretch of time, and when that came. */
export interface PlotPoint {
  readonly at: Instant;
  readonly value: number;
}

const FIRST_EVERY_MS = 1000;
/** With so many points the stretches are made twice as long. */
const MOST_POINTS = 480;
/** Names of one strategy. What comes under others is left out. */
const MOST_NAMES = 20;
const MOST_CHARACTERS = 80;

/** What strategies plot, in a bounded number of points however long they run. */
export class Plots {
  readonly #series = new Map<string, Map<string, Series>>();

  /** A value that is no finite number is left out. */
  add(strategy: string, name: string, value: number, at: Instant): void {
    if (!Number.isFinite(value)) return;
    let names = this.#series.get(strategy);
    if (names === undefined) this.#series.set(strategy, (names = new Map<string, Series>()));
    let series = names.get(name);
    if (series === undefined) {
      if (names.size >= MOST_NAMES || name.length > MOST_CHARACTERS) return;
      names.set(name, (series = new Series()));
    }
    series.add(at, value);
  }

  /** The lines of one strategy, in the order in which their first values came. */
  of(strategy: string): readonly Plot[] {
    return Array.from(this.#series.get(strategy) ?? [], ([name, { points }]) => ({ strategy, name, points }));
  }

  all(): readonly Plot[] {
    return [...this.#series.keys()].flatMap((strategy) => this.of(strategy));
  }
}

class Series {
  #everyMs = FIRST_EVERY_MS;
  #points: PlotPoint[] = [];

  get points(): readonly PlotPoint[] {
    return this.#points;
  }

  add(at: Instant, value: number): void {
    const points = this.#points;
    const last = points.at(-1);
    if (last !== undefined && this.#isOneStretch(last.at, at)) points[points.length - 1] = { at, value };
    else points.push({ at, value });
    while (this.#points.length >= MOST_POINTS) this.#halve();
  }

  #halve(): void {
    this.#everyMs *= 2;
    const points = this.#points;
    this.#points = points.filter(({ at }, i) => i === points.length - 1 || !this.#isOneStretch(at, points[i + 1]!.at));
  }

  #isOneStretch(one: Instant, other: Instant): boolean {
    return Math.floor(one / this.#everyMs) === Math.floor(other / this.#everyMs);
  }
}
