import { type Decimal, maxDecimal, ZERO } from '../base/decimal.ts';
import type { Balance } from '../model/balance.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import { currenciesOf } from '../model/pair.ts';
import { type Order, remainingOf } from '../model/order.ts';
import type { PendingReplacement } from './orders.ts';

/** The account's wallets as the venue last told them, and what our own orders may still take from them. */
export class Account {
  readonly #balances = new Map<string, Balance>();
  /** Held by orders that are not ours, or by the venue for its own reasons. */
  readonly #heldByOthers = new Map<string, Decimal>();
  /** What went out by fills and conversions since the venue last told. What came in waits for its word. */
  readonly #spentSince = new Map<string, Decimal>();

  get known(): boolean {
    return this.#balances.size > 0;
  }

  balance(currency: string): Balance | undefined {
    return this.#balances.get(currency);
  }

  all(): Iterable<Balance> {
    return this.#balances.values();
  }

  /** Takes the venue's word, with what our live orders hold at this moment. */
  told(rows: readonly Balance[], reserved: (currency: string) => Decimal): void {
    this.#balances.clear();
    this.#spentSince.clear();
    for (const row of rows) {
      this.#balances.set(row.currency, row);
      this.#heldByOthers.set(row.currency, maxDecimal(ZERO, row.total.minus(row.available).minus(reserved(row.currency))));
    }
  }

  filled(fill: Fill): void {
    const currencies = currenciesOf(fill.symbol);
    if (currencies === undefined) return;
    if (fill.side === 'Buy') this.#spend(currencies.quote, fill.price.times(fill.amount));
    else this.#spend(currencies.base, fill.amount);
    this.#spend(fill.feeCurrency, fill.fee);
  }

  converted(conversion: Conversion): void {
    this.#spend(conversion.fromCurrency, conversion.fromAmount);
  }

  /** What a new order may take; undefined when the venue has told no balance of the currency. Never more than is there. */
  free(currency: string, reserved: Decimal): Decimal | undefined {
    const balance = this.#balances.get(currency);
    if (balance === undefined) return undefined;
    return balance.total
      .minus(this.#heldByOthers.get(currency) ?? ZERO)
      .minus(this.#spentSince.get(currency) ?? ZERO)
      .minus(reserved);
  }

  #spend(currency: string, amount: Decimal): void {
    this.#spentSince.set(currency, (this.#spentSince.get(currency) ?? ZERO).plus(amount));
  }
}

/** A currency and how much of it. */
export interface Reservation {
  readonly currency: string;
  readonly amount: Decimal;
}

/** The most that an order may still take from the account: a buy its price in quote, a sell its amount in base. */
export function reservationOf(order: Order, replacement: PendingReplacement | undefined, marketPrice: Decimal | undefined): Reservation {
  const { base, quote } = currenciesOf(order.symbol) ?? { base: '', quote: '' };
  const remaining = remainingOf(order);
  if (order.side === 'Sell') {
    // Either half of a replacement may turn out to be the one that lives.
    return { currency: base, amount: replacement === undefined ? remaining : maxDecimal(remaining, replacement.command.amount) };
  }
  const price = order.price ?? marketPrice ?? ZERO;
  const now = price.times(remaining);
  return {
    currency: quote,
    amount: replacement === undefined ? now : maxDecimal(now, replacement.command.price.times(replacement.command.amount)),
  };
}
