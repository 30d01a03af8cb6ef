import { Scale } from '../base/sum.ts';
import type { Grid } from './grid.ts';
import type { Pair } from './pair.ts';

/** The venue rounds fees to this many decimals, so no currency's unit is coarser. */
export const FEE_DECIMALS = 8;

/** No unit is finer, so that a sum still holds billions. */
export const UNIT_DECIMALS = 18;

/** What a pair's steps need where they are too fine for our sums. Undefined where they are not. */
export function tooFine({ precision, lot, lotDecimals }: Grid): string | undefined {
  if (precision + lotDecimals <= UNIT_DECIMALS) return undefined;
  return `precision ${precision} with volumeStep ${lot} needs more than ${UNIT_DECIMALS} decimals`;
}

/** How fine the units of a pair's currencies must be: for amounts of its lots, and for lots at a tick. */
export function decimalsFor({ grid }: Pair): { readonly base: number; readonly quote: number } {
  return { base: grid.lotDecimals, quote: grid.lotDecimals + grid.precision };
}

/** How fine a currency's unit must be for all these pairs and for fees. */
export function unitDecimals(currency: string, pairs: readonly Pair[]): number {
  let decimals = FEE_DECIMALS;
  for (const pair of pairs) {
    const needed = decimalsFor(pair);
    if (pair.base === currency) decimals = Math.max(decimals, needed.base);
    if (pair.quote === currency) decimals = Math.max(decimals, needed.quote);
  }
  return decimals;
}

/** Units of base currency in a lot, and units of quote currency in a lot at one tick. */
export interface LotScales {
  readonly perLot: Scale;
  readonly perTickLot: Scale;
}

/** The units of the two currencies have as many decimals as given, and not fewer than `decimalsFor` asks for. */
export function lotScales(pair: Pair, baseDecimals: number, quoteDecimals: number): LotScales {
  const lotUnits = BigInt(pair.grid.lotUnits);
  const needed = decimalsFor(pair);
  return {
    perLot: new Scale(lotUnits * 10n ** BigInt(baseDecimals - needed.base)),
    perTickLot: new Scale(lotUnits * 10n ** BigInt(quoteDecimals - needed.quote)),
  };
}
