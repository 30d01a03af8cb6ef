import type { FaultName, FaultSource } from '../faults.ts';

/** The occasions of one run on which it does not go the first way, and which way it goes there. */
export type Path = readonly (readonly [occasion: number, way: number])[];

/** Hears of a way that this run does not go. `what` is at stake there; undefined for the details of a fault that strikes anyway. */
export type Offer = (path: Path, what: string | undefined) => void;

/** What may become of a request that moves something. */
const ON_MONEY: ReadonlySet<FaultName> = new Set([
  'refused-connection',
  'lost-request',
  'lost-answer',
  'late-request',
  'late-answer',
  'doubled-request',
  'false-refusal',
  'refusal',
]);
const ON_LISTS: ReadonlySet<FaultName> = new Set(['visibility', 'stale-replica']);
const LISTS: ReadonlySet<string> = new Set(['orders.list', 'trades.list', 'conversions.list']);
/** What makes something last: a transaction's end, and what is written without one. */
const LASTING = /^\s*(?:COMMIT|INSERT INTO (?:intent|watermark))/;
/** Longer than a request is waited for, and shorter than the venue takes it. */
const MIDDLE_MS = 12_000;

/** Faults that are chosen one after the other in place of being drawn. On the first way through, nothing goes wrong. */
export class ChosenFaults implements FaultSource {
  readonly struck: [number: number, kind: FaultName][] = [];
  /** What shows late: its number and by how much. */
  readonly lags: string[] = [];
  readonly #path: Path;
  readonly #chosen: ReadonlyMap<number, number>;
  readonly #last: number;
  readonly #offer: Offer;
  #occasion = 0;
  #isHealed = false;

  constructor(path: Path, offer: Offer) {
    this.#path = path;
    this.#chosen = new Map(path);
    this.#last = path.at(-1)?.[0] ?? -1;
    this.#offer = offer;
  }

  /** Which of so many ways is gone here; 0 is the first. */
  choose(ways: number, whatOf?: (way: number) => string): number {
    if (this.#isHealed) return 0;
    const occasion = this.#occasion++;
    if (occasion <= this.#last) return this.#chosen.get(occasion) ?? 0;
    for (let way = 1; way < ways; way++) this.#offer([...this.#path, [occasion, way]], whatOf?.(way));
    return 0;
  }

  strikes(kind: FaultName, about = ''): boolean {
    const what = whatOf(kind, about);
    if (what === undefined || this.choose(2, () => what) === 0) return false;
    this.struck.push([this.#occasion - 1, kind]);
    return true;
  }

  first<Kind extends FaultName>(kinds: readonly Kind[]): Kind | undefined {
    const mine = kinds.filter((kind) => ON_MONEY.has(kind));
    const way = this.choose(mine.length + 1, (one) => mine[one - 1]!);
    if (way === 0) return undefined;
    this.struck.push([this.#occasion - 1, mine[way - 1]!]);
    return mine[way - 1];
  }

  /** The shortest and the longest, and one between them where that makes a difference. A wait within a round is the longest. */
  between(least: number, most: number): number {
    if (least >= 100 && most <= 3000) return most;
    const all = least < MIDDLE_MS && MIDDLE_MS < most ? [least, MIDDLE_MS, most] : [least, most];
    return all[this.choose(all.length)]!;
  }

  /** Chooses among the first two of two or three; more are alike to the program, so the first is taken. */
  int(below: number): number {
    return below <= 3 ? this.choose(2) : 0;
  }

  /** Words that are alike to the program: the first stands for all. */
  pick<T>(items: readonly T[]): T {
    return items[0]!;
  }

  delay(kind: FaultName, mostMs: number): number {
    return this.strikes(kind) ? mostMs - 1 : 0;
  }

  lag(kind: FaultName, mostMs: number): (index: number) => number {
    const drawn = new Map<number, number>();
    return (index) => {
      const ms = drawn.get(index) ?? this.delay(kind, mostMs);
      if (ms > 0 && !drawn.has(index)) this.lags.push(`${index}:${ms}`);
      drawn.set(index, ms);
      return ms;
    };
  }

  has(): boolean {
    return true;
  }

  /** No other ways are offered from here on. */
  heal(): void {
    this.#isHealed = true;
  }

  get isHealed(): boolean {
    return this.#isHealed;
  }
}

/** All crashes in one state are one, wherever the process was: its memory is gone. Undefined for what is not chosen. */
function whatOf(kind: FaultName, about: string): string | undefined {
  if (kind === 'crash-at-await' || kind === 'crash-at-send') return CRASH;
  if (kind === 'slow-disk') return LASTING.test(about) ? `${kind} ${about}` : undefined;
  if (kind === 'failed-read') return LISTS.has(about) ? `${kind} ${about}` : undefined;
  return ON_LISTS.has(kind) ? kind : undefined;
}

export const CRASH = 'crash';
