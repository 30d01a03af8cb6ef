import { dec, Decimal } from './decimal.ts';

/** For currencies without a usual number of decimals, and for amounts that are not money. */
const MOST_DECIMALS = 8;

const known = new Map<string, number>();

/** With the usual decimals of the currency: 2 for EUR, 8 for BTC. Outputs for programs have all digits. */
export function moneyText(value: Decimal | string, currency: string): string {
  const text = dec(value).toFixed(usualDecimals(currency));
  return /[1-9]/.test(text) ? text : text.replace('-', '');
}

/** The same, without zeros at its end, and never more than it is: a loss does not show as its limit before it has reached it. */
export function moneyAtLeast(value: Decimal, currency: string): string {
  return value.toDecimalPlaces(usualDecimals(currency), Decimal.ROUND_DOWN).toFixed();
}

export function signedMoney(value: Decimal | string, currency: string): string {
  const text = moneyText(value, currency);
  return text.startsWith('-') ? text : `+${text}`;
}

/** An amount without digits that only come from a division. */
export function amountText(value: Decimal | string): string {
  return dec(value).toDecimalPlaces(MOST_DECIMALS).toFixed();
}

/** The decimals of ISO 4217 where it lists the currency, else those of the currency's chain. */
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
