import { dec, type Decimal } from '../base/decimal.ts';

/** Of a currency that has no usual number of decimals, and of every amount that is no money. */
const MOST_DECIMALS = 8;

const known = new Map<string, number>();

/** As many decimals as the currency usually has: 2 of EUR, 8 of BTC. All digits are in the outputs for programs. */
export function moneyText(value: Decimal | string, currency: string): string {
  const text = dec(value).toFixed(usualDecimals(currency));
  return /[1-9]/.test(text) ? text : text.replace('-', '');
}

export function signedMoney(value: Decimal | string, currency: string): string {
  const text = moneyText(value, currency);
  return text.startsWith('-') ? text : `+${text}`;
}

/** An amount without the digits that only a division has made. */
export function amountText(value: Decimal | string): string {
  return dec(value).toDecimalPlaces(MOST_DECIMALS).toFixed();
}

/** Those of ISO 4217 where it lists the currency, else those of the chains. */
function usualDecimals(currency: string): number {
  let decimals = known.get(currency);
  if (decimals === undefined) {
    const isListed = Intl.supportedValuesOf('currency').includes(currency);
    const format = isListed ? new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions() : undefined;
    decimals = format?.maximumFractionDigits ?? MOST_DECIMALS;
    known.set(currency, decimals);
  }
  return decimals;
}
