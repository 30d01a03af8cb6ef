import { type Decimal, maxDecimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { isSurelyBelow, nearNumber } from '../base/nearNumber.ts';
import type { Balance } from '../model/balance.ts';
import type { ReplaceCommand } from '../model/command.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import { currenciesOf } from '../model/pair.ts';
import { type Order, remainingOf } from '../model/order.ts';

/** The venue's word on the balances is about a moment before it arrived: what was spent this shortly before may be missing. */
export const WORD_IS_OLD_BY_MS = 2000;

interface Spending {
  readonly currency: string;
  readonly amount: Decimal;
  readonly at: Instant;
}

/** The account's wallets as the venue last told them, and what our own orders may still take from them. */
export class Account {
  readonly #balances = new Map<string, Balance>();
  /** Held by orders that are not ours, or by the venue for its own reasons. */
  readonly #heldByOthers = new Map<string, Decimal>();
  /** What went out by fills and conversions and may be missing in the venue's word. What came in waits for that. */
  #spent: Spending[] = [];
  #known = false;

  /** Whether the venue has told the balances at all. */
  get known(): boolean {
    return this.#known;
  }

  balance(currency: string): Balance | undefined {
    return this.#balances.get(currency);
  }

  all(): Iterable<Balance> {
    return this.#balances.values();
  }

  /** Takes the venue's word, with what our live orders hold at this moment. */
  told(rows: readonly Balance[], reserved: (currency: string) => Decimal, now: Instant): void {
    this.#known = true;
    this.#balances.clear();
    this.#heldByOthers.clear();
    this.#spent = this.#spent.filter(({ at }) => now - at < WORD_IS_OLD_BY_MS);
    for (const row of rows) {
      this.#balances.set(row.currency, row);
      this.#heldByOthers.set(row.currency, maxDecimal(ZERO, row.total.minus(row.available).minus(reserved(row.currency))));
    }
  }

  filled(fill: Fill, now: Instant): void {
    const currencies = currenciesOf(fill.symbol);
    if (currencies === undefined) return;
    const { base, quote } = currencies;
    if (fill.side === 'Buy') this.#spend(quote, fill.price.times(fill.amount), now);
    else this.#spend(base, fill.amount, now);
    this.#spend(fill.feeCurrency, fill.fee, now);
  }

  converted({ fromCurrency, fromAmount }: Conversion, now: Instant): void {
    this.#spend(fromCurrency, fromAmount, now);
  }

  /** What a new order may take; undefined when the venue has told no balance of the currency. Never more than is there. */
  free(currency: string, reserved: Decimal): Decimal | undefined {
    const balance = this.#balances.get(currency);
    if (balance === undefined) return undefined;
    let free = balance.total.minus(this.#heldByOthers.get(currency) ?? ZERO).minus(reserved);
    for (const spending of this.#spent) if (spending.currency === currency) free = free.minus(spending.amount);
    return free;
  }

  /** Whether more than this is there for certain, what is reserved being part of `amount`; if not, `free` tells. */
  surelyHas(currency: string, amount: number): boolean {
    const balance = this.#balances.get(currency);
    if (balance === undefined) return false;
    const total = nearNumber(balance.total);
    const held = nearNumber(this.#heldByOthers.get(currency) ?? ZERO);
    let spent = 0;
    let size = Math.abs(total) + held + amount;
    for (const spending of this.#spent) {
      if (spending.currency !== currency) continue;
      const taken = nearNumber(spending.amount);
      spent += taken;
      size += Math.abs(taken);
    }
    return isSurelyBelow(amount, total - held - spent, size);
  }

  #spend(currency: string, amount: Decimal, at: Instant): void {
    if (this.#known && !amount.isZero()) this.#spent.push({ currency, amount, at });
  }
}

/** A currency and how much of it. */
export interface Reservation {
  readonly currency: string;
  readonly amount: Decimal;
}

/**
 * The most that an order may still take from the account: a buy its price in quote, a sell its amount in base. Either half of
 * a replacement may turn out to be the one that lives. `marketPrice` stands in for the price of a market order.
 */
export function reservationOf(order: Order, replacement: ReplaceCommand | undefined, marketPrice: Decimal | undefined): Reservation {
  const { base, quote } = currenciesOf(order.symbol) ?? { base: '', quote: '' };
  const remaining = remainingOf(order);
  if (order.side === 'Sell') {
    return { currency: base, amount: replacement === undefined ? remaining : maxDecimal(remaining, replacement.amount) };
  }
  const now = (order.price ?? marketPrice ?? ZERO).times(remaining);
  return {
    currency: quote,
    amount: replacement === undefined ? now : maxDecimal(now, replacement.price.times(replacement.amount)),
  };
}

/** What differences of near numbers are off by, as a share of the larger one. */
const ROUNDING = 1e-14;

/** No less than the amount of `reservationOf`, and hardly more. */
export function nearReservationOf(order: Order, replacement: ReplaceCommand | undefined, marketPrice: Decimal | undefined): number {
  const amount = nearNumber(order.amount);
  const remaining = amount - nearNumber(order.filled) + amount * ROUNDING;
  const next = replacement === undefined ? 0 : nearNumber(replacement.amount);
  if (order.side === 'Sell') return Math.max(remaining, next);
  const now = nearNumber(order.price ?? marketPrice ?? ZERO) * remaining;
  return replacement === undefined ? now : Math.max(now, nearNumber(replacement.price) * next);
}
