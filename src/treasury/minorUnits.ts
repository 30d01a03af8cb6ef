import type { Decimal } from '../base/decimal.ts';
import { isCurrencyCode } from '../base/isoCodes.ts';

/** An amount of fiat currency in its minor units (ISO 4217): 10.5 EUR are 1050. Else what is wrong with it, in words. */
export function minorUnits(amount: Decimal, currency: string): { readonly units: string } | { readonly why: string } {
  if (!isCurrencyCode(currency)) return { why: `${currency} is no ISO currency code, like EUR` };
  const { maximumFractionDigits: decimals = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const units = amount.times(10 ** decimals);
  if (!units.isInteger()) return { why: `${amount.toFixed()} ${currency} has more decimals than the ${decimals} of the currency` };
  if (units.gt(Number.MAX_SAFE_INTEGER)) return { why: `${amount.toFixed()} ${currency} is more than can be asked for` };
  return { units: units.toFixed() };
}
