import type { Decimal } from '../base/decimal.ts';
import { isCurrencyCode } from '../base/isoCodes.ts';

/** How many decimals a currency has that has not two (ISO 4217, list one). What a runtime knows differs by its version and by custom. */
const DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, Number(decimals)] as const)),
);
/** Metals, units of account and codes for tests have no minor unit. */
const WITHOUT = /^X(?!AF$|OF$|PF$|CD$|CG$)/;

/** An amount of fiat currency in its minor units (ISO 4217): 10.5 EUR are 1050. Else what is wrong with it, in words. */
export function minorUnits(amount: Decimal, currency: string): { readonly units: string } | { readonly why: string } {
  if (!isCurrencyCode(currency)) return { why: `${currency} is no ISO currency code, like EUR` };
  if (WITHOUT.test(currency)) return { why: `${currency} has no minor unit (ISO 4217)` };
  const decimals = decimalsOf(currency);
  const units = amount.times(10 ** decimals);
  if (!units.isInteger()) return { why: `${amount.toFixed()} ${currency} has more decimals than the ${decimals} of the currency` };
  if (units.gt(Number.MAX_SAFE_INTEGER)) return { why: `${amount.toFixed()} ${currency} is more than can be asked for` };
  return { units: units.toFixed() };
}

/** The amount of so many minor units: 1050 of EUR are 10.5. */
export function majorUnits(units: Decimal, currency: string): Decimal {
  return units.div(10 ** decimalsOf(currency));
}

function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}
