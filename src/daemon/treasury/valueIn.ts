import type { Decimal } from '../../base/decimal.ts';

/**
 * What an amount is worth in another currency, by the last price of their pair, whichever of the two it counts in. Undefined where they
 * have no pair: what is not known never helps.
 */
export function valueIn(prices: ReadonlyMap<string, Decimal>, currency: string, amount: Decimal, into: string): Decimal | undefined {
  if (currency === into) return amount;
  const price = prices.get(`${currency}/${into}`);
  if (price?.gt(0) === true) return amount.times(price);
  const inverse = prices.get(`${into}/${currency}`);
  return inverse?.gt(0) === true ? amount.div(inverse) : undefined;
}
