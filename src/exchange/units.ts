import { Decimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { smallDecimal } from '../base/smallDecimal.ts';
import type { Grid } from '../model/grid.ts';
import { tooFine, UNIT_DECIMALS } from '../model/lotScales.ts';

/**
 * Money inside the exchange, in whole units of 10^-18 of a currency. Every currency has the same scale, so sums need no rounding.
 */
export type Units = bigint;

/** How many units make 10^-8, the step to which fees are rounded. */
const FEE_STEP = 10n ** 10n;
const ONE = 10n ** BigInt(UNIT_DECIMALS);

/** The limits of `smallDecimal`: 14 decimals, and as many digits before the point. */
const SMALL_DECIMALS = 14;
const SMALL_STEP = 10n ** BigInt(UNIT_DECIMALS - SMALL_DECIMALS);
const SMALL_END = 10n ** BigInt(UNIT_DECIMALS + SMALL_DECIMALS);

/** The conversion is exact. Throws a `Fault` that names a value with more than 18 decimals. */
export function unitsOf(value: Decimal): Units {
  const text = value.toFixed();
  const [whole, fraction = ''] = text.split('.') as [string, string?];
  if (fraction.length > UNIT_DECIMALS) throw new Fault('invalid-request', `${text} has more than ${UNIT_DECIMALS} decimals`);
  return BigInt(whole + fraction.padEnd(UNIT_DECIMALS, '0'));
}

export function decimalOfUnits(units: Units): Decimal {
  if (units >= 0n && units < SMALL_END && units % SMALL_STEP === 0n) {
    return smallDecimal(Number(units / ONE), Number((units % ONE) / SMALL_STEP), SMALL_DECIMALS);
  }
  return new Decimal(`${units}e-${UNIT_DECIMALS}`);
}

/** What one lot is worth in units of base currency, and one lot at one tick in units of quote currency. */
export interface UnitScale {
  readonly perLot: bigint;
  readonly perTickLot: bigint;
}

/** Throws a `Fault` when a pair's grid is too fine for 18 decimals. */
export function unitScaleOf(grid: Grid): UnitScale {
  const needs = tooFine(grid);
  if (needs !== undefined) throw new Fault('configuration', needs);
  const spare = UNIT_DECIMALS - grid.precision - grid.lotDecimals;
  const lotUnits = BigInt(grid.lotUnits);
  return { perLot: lotUnits * 10n ** BigInt(UNIT_DECIMALS - grid.lotDecimals), perTickLot: lotUnits * 10n ** BigInt(spare) };
}

/** Ticks times lots as a bigint. The product is computed as a Number where that is exact. */
export function tickLots(ticks: number, lots: number): bigint {
  const product = ticks * lots;
  return Number.isSafeInteger(product) ? BigInt(product) : BigInt(ticks) * BigInt(lots);
}

/**
 * The fee on what is received, rounded up to 8 decimals and never more than what is received. `rate` is in units of 10^-18; what is received
 * may be in others, of which `step` make 10^-8.
 */
export function feeOf(received: bigint, rate: Units, step = FEE_STEP): bigint {
  const exact = (received * rate + ONE - 1n) / ONE;
  const fee = ((exact + step - 1n) / step) * step;
  return fee < received ? fee : received;
}
