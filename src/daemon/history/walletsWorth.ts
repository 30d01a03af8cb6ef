import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { Balance } from '../../model/balance.ts';
import { currenciesOf } from '../../model/pair.ts';

interface Market {
  readonly symbol: string;
  readonly mid: Decimal | undefined;
  /** What is wrong with its book, by kind. */
  readonly trouble: readonly string[];
}

/**
 * By quote currency, what the wallets are worth at the mids of the books that are polled. A wallet of which no book tells what it
 * is worth in that currency is left out. One whose book has not come yet makes the sum unknown until the book is stale: without it the account would
 * seem to have fallen at each start.
 */
export function walletsWorth(balances: readonly Balance[], markets: readonly Market[]): ReadonlyMap<string, Decimal> {
  const rates = markets.map(({ symbol, mid, trouble }) => ({
    ...currenciesOf(symbol)!,
    mid,
    isWaited: !trouble.includes('empty') && !trouble.includes('stale'),
  }));
  const worthIn = (quote: string): Decimal | undefined => {
    let sum = ZERO;
    for (const { currency, total } of balances) {
      const rate = currency === quote ? undefined : rates.find((one) => one.base === currency && one.quote === quote);
      if (currency === quote) sum = sum.plus(total);
      else if (rate?.mid !== undefined) sum = sum.plus(total.times(rate.mid));
      else if (rate?.isWaited === true && !total.isZero()) return undefined;
    }
    return sum;
  };
  const quotes = new Set(rates.filter(({ mid }) => mid !== undefined).map(({ quote }) => quote));
  return new Map(
    [...quotes].flatMap((quote): [string, Decimal][] => {
      const worth = worthIn(quote);
      return worth === undefined ? [] : [[quote, worth]];
    }),
  );
}
