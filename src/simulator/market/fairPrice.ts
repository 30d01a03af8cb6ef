import type { Random } from '../../base/random.ts';
import type { SimulatedCurrency } from './catalog.ts';

type Regime = 'calm' | 'trend' | 'volatile';

/** How a regime moves the price, and for how long it lasts. */
const REGIMES: Readonly<
  Record<Regime, { readonly volatility: number; readonly drift: number; readonly leastS: number; readonly mostS: number }>
> = {
  calm: { volatility: 0.7, drift: 0, leastS: 120, mostS: 600 },
  trend: { volatility: 0.9, drift: 0.15, leastS: 30, mostS: 180 },
  volatile: { volatility: 2.5, drift: 0, leastS: 20, mostS: 90 },
};

/** The price is drawn back to its anchor with this share of the distance per second: a half-life of some hours. */
const REVERSION = 1 / 20_000;

/**
 * The price that the agents of a market believe in: a random walk in relative steps, drawn back to an anchor, through calm,
 * trending and volatile times. A signal and no money, hence a plain number.
 */
export class FairPrice {
  #price: number;
  readonly #anchor: number;
  readonly #volatility: number;
  readonly #random: Random;
  #regime: Regime = 'calm';
  #direction = 1;
  #leftS = 60;

  constructor(currency: SimulatedCurrency, random: Random) {
    this.#price = currency.euro;
    this.#anchor = currency.euro;
    this.#volatility = currency.volatility;
    this.#random = random;
  }

  get price(): number {
    return this.#price;
  }

  /** Moves on by a step of time; `rootS` is its square root, which the caller knows. */
  advance(stepS: number, rootS: number): void {
    if (this.#volatility === 0) return;
    this.#leftS -= stepS;
    if (this.#leftS <= 0) this.#changeRegime();
    const { volatility, drift } = REGIMES[this.#regime];
    const pull = ((this.#anchor - this.#price) / this.#anchor) * REVERSION * stepS;
    const push = drift * this.#direction * this.#volatility * stepS;
    const noise = this.#random.normal() * volatility * this.#volatility * rootS;
    // A step is bounded, so that even a minute of history in one go keeps the price above zero.
    this.#price *= 1 + Math.max(-0.05, Math.min(0.05, pull + push + noise));
  }

  #changeRegime(): void {
    const draw = this.#random.next();
    this.#regime = draw < 0.6 ? 'calm' : draw < 0.85 ? 'trend' : 'volatile';
    this.#direction = this.#random.next() < 0.5 ? -1 : 1;
    const { leastS, mostS } = REGIMES[this.#regime];
    this.#leftS = leastS + this.#random.next() * (mostS - leastS);
  }
}
