import { type Decimal, dec } from '../base/decimal.ts';
import { type Units, unitsOf } from './units.ts';

export type FeeType = 'Maker' | 'Taker';

/** Rates: 0.001 is 0.1 %. Charged in the currency that is received, rounded up to 8 decimals. */
export interface FeeRates {
  readonly maker: Decimal;
  readonly taker: Decimal;
}

export const DEFAULT_FEES: FeeRates = { maker: dec('0.001'), taker: dec('0.002') };

/** The rates in units, ready for `feeOf`. */
export function feeUnits(rates: FeeRates): Readonly<Record<FeeType, Units>> {
  return { Maker: unitsOf(rates.maker), Taker: unitsOf(rates.taker) };
}
