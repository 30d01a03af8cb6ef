import { currenciesOf } from '../model/pair.ts';

/** Whether markets of these symbols tell what one currency is worth in another, directly or through one other currency. */
export function valuedBy(known: readonly string[]): (currency: string, into: string) => boolean {
  const isRate = (a: string, b: string): boolean => a === b || known.includes(`${a}/${b}`) || known.includes(`${b}/${a}`);
  const all = [...new Set(known.flatMap(bothCurrencies))];
  return (currency, into) => isRate(currency, into) || all.some((between) => isRate(currency, between) && isRate(between, into));
}

export function bothCurrencies(symbol: string): string[] {
  const { base, quote } = currenciesOf(symbol)!;
  return [base, quote];
}
