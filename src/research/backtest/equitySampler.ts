import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Pair } from '../../model/pair.ts';
import type { EquitySeries } from '../runRecord.ts';
import type { Mids } from '../../exchange/mids.ts';
import type { Wallets } from '../../exchange/wallets.ts';

/** A chart is some hundred points wide: fewer samples show as steps. */
const LEAST_SAMPLES = 600;
/** Coarsest first. Each divides a day, so that every day has a sample at its end; beyond a minute falls within the day would be missed. */
const SPACINGS_MS = [60_000, 30_000, 15_000, 10_000, 5000, 2000, 1000, 500, 200, 100] as const;

/** The time between two samples of a run of such a length, in milliseconds: the longest that still gives a chart its points. */
export function equitySpacing(lengthMs: number): number {
  return SPACINGS_MS.find((spacing) => lengthMs / spacing >= LEAST_SAMPLES) ?? SPACINGS_MS.at(-1)!;
}

export interface EquitySamplerOptions {
  readonly everyMs: number;
  readonly currency: string;
  readonly opening: Readonly<Record<string, Decimal>>;
  readonly pairs: readonly Pair[];
  readonly mids: Mids;
}

/**
 * Values the wallets of each band at a fixed spacing of market time, counted from the epoch. It begins when mids tell what the opening
 * balances are worth; the first sample is the opening balances, stamped with the point of the raster before it.
 */
export class EquitySampler {
  nextAt: Instant = Infinity;
  readonly #options: EquitySamplerOptions;
  readonly #at: Instant[] = [];
  readonly #hold: number[] = [];
  readonly #mids: Record<string, number[]>;
  readonly #bases: ReadonlySet<string>;
  readonly #opening: readonly (readonly [currency: string, amount: number])[];
  /** Currencies that no book values: they are left out, of equity and of holding alike. */
  readonly unvalued = new Set<string>();
  /** When it began, where something had been traded by then. */
  missedUntil: Instant | undefined;

  constructor(options: EquitySamplerOptions) {
    this.#options = options;
    this.#mids = Object.fromEntries(options.pairs.map(({ symbol }) => [symbol, []]));
    this.#bases = new Set(options.pairs.map(({ base }) => base));
    this.#opening = Object.entries(options.opening).map(([currency, amount]) => [currency, amount.toNumber()]);
  }

  get hasBegun(): boolean {
    return this.#at.length > 0;
  }

  /** Whether it can begin. */
  get isValued(): boolean {
    const { mids, currency } = this.#options;
    return mids.value(
      this.#opening.filter(([, amount]) => amount !== 0).map(([each]) => each),
      currency,
    );
  }

  /** Takes the first sample. */
  begin(at: Instant, bands: readonly BandEquity[]): void {
    const { everyMs } = this.#options;
    if (bands.some(({ wallets }) => this.#hasTraded(wallets))) this.missedUntil = at;
    this.#take(Math.floor(at / everyMs) * everyMs, bands);
    this.nextAt = this.#at[0]! + everyMs;
  }

  /** Takes the samples that are due. */
  sample(now: Instant, bands: readonly BandEquity[]): void {
    for (; this.nextAt <= now; this.nextAt += this.#options.everyMs) this.#take(this.nextAt, bands);
  }

  /** Takes the last sample, wherever on the raster it falls. One that was taken at that time already did not know the last look yet. */
  end(at: Instant, bands: readonly BandEquity[]): void {
    if (!this.hasBegun || at < this.#at.at(-1)!) return;
    if (at === this.#at.at(-1)) this.#takeBack(bands);
    this.#take(at, bands);
  }

  seriesOf({ equity, exposure }: BandEquity): EquitySeries {
    return { everyMs: this.#options.everyMs, at: this.#at, equity, exposure, hold: this.#hold, mids: this.#mids };
  }

  #take(at: Instant, bands: readonly BandEquity[]): void {
    const { pairs, mids } = this.#options;
    this.#at.push(at);
    let hold = 0.5 - 0.5;
    for (const [currency, amount] of this.#opening) hold += this.#valueOf(currency, amount);
    this.#hold.push(hold);
    for (const [i, { symbol }] of pairs.entries()) this.#mids[symbol]!.push(mids.number(i));
    for (const band of bands) this.#takeBand(band);
  }

  #hasTraded({ all }: BandEquity['wallets']): boolean {
    return all.some(({ currency, total }) => !total.decimal.eq(this.#options.opening[currency] ?? ZERO));
  }

  #takeBack(bands: readonly BandEquity[]): void {
    this.#at.pop();
    this.#hold.pop();
    for (const mids of Object.values(this.#mids)) mids.pop();
    for (const { equity, exposure } of bands) {
      equity.pop();
      exposure.pop();
    }
  }

  #takeBand({ wallets, equity, exposure }: BandEquity): void {
    let all = 0;
    let held = 0;
    for (const wallet of wallets.all) {
      const { currency } = wallet;
      const value = this.#valueOf(currency, wallet.plain);
      all += value;
      if (this.#bases.has(currency) && currency !== this.#options.currency) held += value;
    }
    equity.push(all);
    exposure.push(held);
  }

  #valueOf(currency: string, amount: number): number {
    if (amount === 0) return 0;
    const rate = this.#options.mids.rate(currency, this.#options.currency);
    if (!Number.isNaN(rate)) return amount * rate;
    this.unvalued.add(currency);
    return 0;
  }
}

/** What is sampled of one band. */
export interface BandEquity {
  readonly wallets: Pick<Wallets, 'all'>;
  readonly equity: number[];
  readonly exposure: number[];
}
