import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { Sum } from '../base/sum.ts';
import type { Balance } from '../model/balance.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import { decimalsFor, FEE_DECIMALS } from '../model/lotScales.ts';
import { currenciesOf, type Pair } from '../model/pair.ts';
import { Purse } from './purse.ts';

/** The account's money, with a purse for each currency. */
export class Balances {
  /** Whether the venue has reported any balances. */
  areKnown = false;
  /** In the order in which they became known. `all` has the venue's order for those that it reported. */
  readonly purses: Purse[] = [];
  #told: readonly Purse[] = [];

  /** The purse of a currency. It is made when it is first asked for. */
  purse(currency: string): Purse {
    const { purses } = this;
    for (let i = 0; i < purses.length; i++) if (purses[i]!.currency === currency) return purses[i]!;
    const purse = new Purse(currency, FEE_DECIMALS);
    purses.push(purse);
    return purse;
  }

  /** The balance of a currency as the venue last reported it. */
  balance(currency: string): Balance | undefined {
    for (const purse of this.purses) if (purse.currency === currency) return purse.isKnown ? shown(purse) : undefined;
    return undefined;
  }

  all(): Balance[] {
    return this.#told.map((purse) => shown(purse));
  }

  /** Makes the units of a pair's purses fine enough for it. Returns whether they were already. */
  suit(pair: Pair): boolean {
    const needed = decimalsFor(pair);
    const isBaseFine = refine(this.purse(pair.base), needed.base);
    return refine(this.purse(pair.quote), needed.quote) && isBaseFine;
  }

  /**
   * Takes the balances that the venue reports. `needed` gives what our market orders may still take of a currency, which is in no
   * sum.
   */
  told(rows: readonly Balance[], now: Instant, needed: (currency: string) => Decimal): void {
    const told = rows.map(({ currency, total, available }) => {
      const purse = this.purse(currency);
      purse.total.clear();
      purse.total.addDecimal(total);
      purse.held.clear();
      purse.held.addDecimal(total.minus(available));
      return purse;
    });
    this.toldAll(told, now, needed);
  }

  /** Takes reported balances that the caller has already put into the `total` and `held` of these purses. */
  toldAll(purses: readonly Purse[], now: Instant, needed: (currency: string) => Decimal): void {
    for (const purse of this.purses) purse.isKnown = false;
    for (let i = 0; i < purses.length; i++) purses[i]!.told(now, needed(purses[i]!.currency));
    for (const purse of this.purses) if (!purse.isKnown) purse.untold(now);
    this.#told = purses;
    this.areKnown = true;
  }

  /**
   * Notes what an execution took and brought, since the venue's balances may not show it for a while. `decidedAt` is when its order was
   * decided, where that is known.
   */
  filled({ symbol, side, price, amount, fee, feeCurrency }: Fill, now: Instant, decidedAt: Instant = -Infinity): void {
    const currencies = currenciesOf(symbol);
    if (currencies === undefined) return;
    const { base, quote } = currencies;
    const value = price.times(amount);
    if (side === 'Buy') this.#exchange(quote, value, base, amount, now, decidedAt);
    else this.#exchange(base, amount, quote, value, now, decidedAt);
    this.#spend(feeCurrency, fee, now);
  }

  converted({ fromCurrency, fromAmount, toCurrency, toAmount }: Conversion, now: Instant, decidedAt: Instant = -Infinity): void {
    if (this.areKnown) this.#exchange(fromCurrency, fromAmount, toCurrency, toAmount, now, decidedAt);
  }

  #exchange(taken: string, amount: Decimal, given: string, brought: Decimal, now: Instant, decidedAt: Instant): void {
    this.#spend(taken, amount, now);
    const purse = this.purse(given);
    purse.bring(sumOf(brought, purse), now, decidedAt);
  }

  #spend(currency: string, amount: Decimal, now: Instant): void {
    const purse = this.purse(currency);
    purse.spend(sumOf(amount, purse), now);
  }
}

function sumOf(amount: Decimal, { decimals }: Purse): Sum {
  const sum = new Sum(decimals);
  sum.addDecimal(amount);
  return sum;
}

function refine(purse: Purse, decimals: number): boolean {
  if (purse.decimals >= decimals) return true;
  purse.refine(decimals);
  return false;
}

function shown({ currency, total, held }: Purse): Balance {
  const all = total.decimal;
  return { currency, total: all, available: all.minus(held.decimal) };
}
