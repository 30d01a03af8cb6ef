import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { Balance } from '../../model/balance.ts';
import { currenciesOf } from '../../model/pair.ts';

interface Market {
  readonly symbol: string;
  readonly mid: Decimal | undefined;
}

/**
 * By quote currency, what the wallets are worth at the mids of the books that are polled. A wallet of which no book tells what it
 * is worth in that currency is left out.
 */
export function walletsWorth(balances: readonly Balance[], markets: readonly Market[]): ReadonlyMap<string, Decimal> {
  const rates = markets.flatMap(({ symbol, mid }) => (mid === undefined ? [] : [{ ...currenciesOf(symbol)!, mid }]));
  const worthIn = (quote: string): Decimal =>
    balances.reduce((sum, { currency, total }) => {
      if (currency === quote) return sum.plus(total);
      const rate = rates.find((one) => one.base === currency && one.quote === quote)?.mid;
      return rate === undefined ? sum : sum.plus(total.times(rate));
    }, ZERO);
  return new Map([...new Set(rates.map(({ quote }) => quote))].map((quote) => [quote, worthIn(quote)]));
}
