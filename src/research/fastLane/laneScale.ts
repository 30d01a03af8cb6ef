import type { FeeRates } from '../../exchange/fees.ts';
import type { Grid } from '../../model/grid.ts';

/** Money of the fast lane: whole 10^-8 of a currency in a Number, the step to which the venue rounds fees. */
export const UNIT = 1e8;
const UNIT_DECIMALS = 8;
/** Sums beyond this are left to the engine; products of tick and lot are exact up to here. */
export const MOST_UNITS = 2 ** 52;

/** What a pair's ticks and lots are in units. */
export interface LaneScale {
  readonly unitsPerLot: number;
  readonly unitsPerTickLot: number;
  /** Fee rates in 10^-8. */
  readonly makerRate: number;
  readonly takerRate: number;
}

/** Undefined for a grid or a rate that is finer than units. */
export function laneScaleOf(grid: Grid, fees: FeeRates): LaneScale | undefined {
  const spare = UNIT_DECIMALS - grid.lotDecimals - grid.precision;
  if (spare < 0) return undefined;
  const makerRate = fees.maker.times(UNIT);
  const takerRate = fees.taker.times(UNIT);
  // Up to a half, the product of a rate and a rest in `laneFee` is exact.
  if ([makerRate, takerRate].some((rate) => !rate.isInteger() || rate.isNegative() || rate.gt(UNIT / 2))) return undefined;
  return {
    unitsPerLot: grid.lotUnits * 10 ** (UNIT_DECIMALS - grid.lotDecimals),
    unitsPerTickLot: grid.lotUnits * 10 ** spare,
    makerRate: makerRate.toNumber(),
    takerRate: takerRate.toNumber(),
  };
}

/** The fee on what is received, rounded up, never more than it (as `feeOf` of the exchange). All in units; the rate in 10^-8. */
export function laneFee(received: number, rate: number): number {
  if (rate === 0) return 0;
  // In two halves, each of which is exact: received * rate alone may be beyond 2^53.
  const high = Math.floor(received / UNIT);
  const low = received - high * UNIT;
  const fee = high * rate + Math.ceil((low * rate) / UNIT);
  return fee < received ? fee : received;
}
