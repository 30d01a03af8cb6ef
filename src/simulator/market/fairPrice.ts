import type { Random } from '../../base/random.ts';
import type { SimulatedCurrency } from './catalog.ts';
import type { PriceCharacter, Regime } from './character.ts';

/** In each second the price is drawn back to its anchor by this share of the distance, which makes a half-life of some hours. */
const REVERSION = 1 / 20_000;

/**
 * The price that the agents of a market believe in. It is a random walk in relative steps through the regimes of the market's
 * character, and is drawn back to an anchor. It is a signal and not money, hence a plain number.
 */
export class FairPrice {
  #price: number;
  #anchor: number;
  readonly #volatility: number;
  readonly #character: PriceCharacter;
  readonly #random: Random;
  #regime: Regime;
  #direction = 1;
  #leftS = 60;

  constructor(currency: SimulatedCurrency, character: PriceCharacter, random: Random) {
    this.#price = currency.euro;
    this.#anchor = currency.euro;
    this.#volatility = currency.volatility;
    this.#character = character;
    this.#random = random;
    this.#regime = character.regimes[0]!;
  }

  get price(): number {
    return this.#price;
  }

  get regime(): Regime {
    return this.#regime;
  }

  /** 1 when the trend goes up, -1 when it goes down. */
  get direction(): number {
    return this.#direction;
  }

  /** Moves to a multiple of itself, and stays around there. */
  move(factor: number): void {
    this.#price *= factor;
    this.#anchor *= factor;
  }

  /** Moves on by a step of time; `rootS` is its square root, which the caller knows. */
  advance(stepS: number, rootS: number): void {
    if (this.#volatility === 0) return;
    this.#leftS -= stepS;
    if (this.#leftS <= 0) this.#changeRegime();
    const { volatility, drift, jumps } = this.#regime;
    const pull = ((this.#anchor - this.#price) / this.#anchor) * REVERSION * stepS;
    const push = drift * this.#direction * this.#volatility * stepS;
    const noise = this.#random.normal() * volatility * this.#volatility * rootS;
    const jump = jumps === 0 ? 0 : this.#jump(jumps * stepS);
    // A step is bounded, so that even a minute of history in one go keeps the price above zero.
    this.#price *= 1 + Math.max(-0.05, Math.min(0.05, pull + push + noise + jump));
  }

  /** A jump goes with the trend where there is one. */
  #jump(chance: number): number {
    if (this.#random.next() >= chance) return 0;
    const [least, most] = this.#character.jump;
    const size = least + this.#random.next() * (most - least);
    const isUp = this.#random.next() < 0.5;
    const direction = this.#regime.drift > 0 ? this.#direction : isUp ? 1 : -1;
    return size * direction * this.#volatility;
  }

  #changeRegime(): void {
    const draw = this.#random.next();
    this.#regime = this.#character.regimes.find(({ below }) => draw < below)!;
    this.#direction = this.#random.next() < 0.5 ? -1 : 1;
    const { leastS, mostS } = this.#regime;
    this.#leftS = leastS + this.#random.next() * (mostS - leastS);
  }
}
