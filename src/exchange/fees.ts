import { type Decimal, dec } from '../base/decimal.ts';
import type { Scale, Sum } from '../base/sum.ts';
import { feeOf, type Units, unitsOf } from './units.ts';

export type FeeType = 'Maker' | 'Taker';

/** Fee rates, where 0.001 is 0.1 %. Fees are charged in the currency that is received, and rounded up to 8 decimals. */
export interface FeeRates {
  readonly maker: Decimal;
  readonly taker: Decimal;
}

export const DEFAULT_FEES: FeeRates = { maker: dec('0.001'), taker: dec('0.002') };

/** The rates in units, ready for `feeOf`. */
export function feeUnits(rates: FeeRates): Readonly<Record<FeeType, Units>> {
  return { Maker: unitsOf(rates.maker), Taker: unitsOf(rates.taker) };
}

/** In 10^-8. Below this rate, the product of a remainder and the rate is exact. */
const MOST_RATE = 9e7;
const RATE_ONE = 1e8;

/** One rate, ready for sums in whole units. */
export class FeeScale {
  /** In 10^-8. NaN where the rate is finer, or too large for exact products. */
  readonly #near: number = 0;
  readonly #exact: Units;

  constructor(rate: Decimal) {
    const near = rate.times(RATE_ONE);
    this.#near = near.isInteger() && near.gte(0) && near.lte(MOST_RATE) ? near.toNumber() : NaN;
    this.#exact = unitsOf(rate);
  }

  /**
   * The fee on what is received, which is `a * b * scale` in whole units, of which `step` make 10^-8. The fee is rounded up to 8
   * decimals and is never more than what is received.
   */
  feeOf(a: number, b: number, scale: Scale, step: number, fee: Sum): void {
    fee.clear();
    const received = a * b * scale.near;
    if (!(received < 1e15) || Number.isNaN(this.#near)) {
      fee.addExact(feeOf(BigInt(a) * BigInt(b) * scale.exact, this.#exact, BigInt(step)));
      return;
    }
    const high = Math.floor(received / RATE_ONE);
    const product = (received - high * RATE_ONE) * this.#near;
    // Rounds up. The quotient itself may have been rounded to a whole number that is too large.
    const quotient = Math.floor(product / RATE_ONE);
    const units = high * this.#near + quotient + (product - quotient * RATE_ONE > 0 ? 1 : 0);
    fee.low = Math.min(Math.ceil(units / step) * step, received);
  }
}
