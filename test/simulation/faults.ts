import { type Random, seededRandom } from '../../src/base/random.ts';

/** What can go wrong in a world, each of which a run may do without. */
export const FAULTS = [
  'refused-connection',
  'lost-request',
  'lost-answer',
  'late-request',
  'late-answer',
  'doubled-request',
  'reset',
  'proxy-error',
  'false-refusal',
  'spoilt-answer',
  'refusal',
  'too-many-requests',
  'failed-read',
  'outage',
  'halt',
  'limits',
  'visibility',
  'stale-replica',
  'crash',
  'crash-at-await',
  'crash-at-send',
  'stop',
  'suspend',
  'clock-step',
  'slow-disk',
  'full-disk',
  'foreign-order',
  'operator',
] as const;

export type FaultName = (typeof FAULTS)[number];

/** What is left out of a run: whole kinds of faults, and single ones by their number. */
export interface Without {
  readonly kinds: ReadonlySet<FaultName>;
  readonly numbers: ReadonlySet<number>;
}

export const NOTHING_LEFT_OUT: Without = { kinds: new Set(), numbers: new Set() };

/** Shares of occasions at which faults strike. */
export type Shares = Partial<Readonly<Record<FaultName, number>>>;

/** Decides what goes wrong: by chance, or as it is told. */
export type FaultSource = Pick<Faults, keyof Faults>;

/** How often each fault is drawn: a share of the occasions. */
export class Faults {
  readonly #shares: ReadonlyMap<FaultName, number>;
  readonly #random: Random;
  readonly #without: Without;
  #count = 0;
  #isHealed = false;
  /** By number, what struck. */
  readonly struck: (readonly [number: number, kind: FaultName])[] = [];

  /** `isMixed`: every seed has a mix of its own, in which some kinds are missing and others strike more often. */
  constructor(seed: string, shares: Shares, isMixed: boolean, without: Without = NOTHING_LEFT_OUT) {
    this.#random = seededRandom(`${seed}/faults`);
    this.#shares = new Map(
      FAULTS.map((kind) => {
        // Drawn for each kind, whether it is left out or not, so that the others stay what they are.
        const [isAbsent, size] = [this.#random.next() < 0.35, this.#random.next()];
        const share = shares[kind] ?? 0;
        return [kind, !isMixed ? share : isAbsent ? 0 : share * 2 * size * size];
      }),
    );
    this.#without = without;
  }

  /** From now on nothing goes wrong. */
  heal(): void {
    this.#isHealed = true;
  }

  get isHealed(): boolean {
    return this.#isHealed;
  }

  /** Whether this fault strikes on this occasion. `about` says what it would strike, and chance does not look at it. */
  strikes(kind: FaultName, _about?: string): boolean {
    const share = this.#shares.get(kind)!;
    if (this.#isHealed || share === 0 || this.#random.next() >= share) return false;
    const number = this.#count++;
    if (this.#without.kinds.has(kind) || this.#without.numbers.has(number)) return false;
    this.struck.push([number, kind]);
    return true;
  }

  /** The first of several that strikes. */
  first<Kind extends FaultName>(kinds: readonly Kind[]): Kind | undefined {
    return kinds.find((kind) => this.strikes(kind));
  }

  /** Whether the kind is part of this seed's mix. */
  has(kind: FaultName): boolean {
    return this.#shares.get(kind)! > 0 && !this.#without.kinds.has(kind);
  }

  /** By how much the fault delays something, if it strikes. */
  delay(kind: FaultName, mostMs: number): number {
    return this.strikes(kind) ? this.#random.int(mostMs) : 0;
  }

  /** The same for things that are numbered: one draw for each. */
  lag(kind: FaultName, mostMs: number): (index: number) => number {
    const drawn = new Map<number, number>();
    return (index) => {
      const ms = drawn.get(index) ?? this.delay(kind, mostMs);
      drawn.set(index, ms);
      return ms;
    };
  }

  int(below: number): number {
    return this.#random.int(below);
  }

  between(least: number, most: number): number {
    return least + this.#random.int(most - least + 1);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.#random.int(items.length)]!;
  }
}
