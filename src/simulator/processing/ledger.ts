import { assert } from '../../base/assert.ts';
import { type Decimal, ZERO } from '../../base/decimal.ts';

/**
 * A double-entry ledger. Money only moves from one account to another, so the sum over all accounts is always 0 in each
 * currency. Only `world` (payers and receivers) and `converter` may go below zero.
 */
export class Ledger {
  readonly #accounts = new Map<string, Map<string, Decimal>>();

  balance(account: string, currency: string): Decimal {
    return this.#accounts.get(account)?.get(currency) ?? ZERO;
  }

  move(from: string, to: string, currency: string, amount: Decimal): void {
    assert(!amount.isNegative(), `${amount.toFixed()} ${currency} can't move from ${from} to ${to}`);
    if (amount.isZero()) return;
    const left = this.balance(from, currency).minus(amount);
    assert(from === 'world' || from === 'converter' || !left.isNegative(), `${from} holds less than ${amount.toFixed()} ${currency}`);
    this.#set(from, currency, left);
    this.#set(to, currency, this.balance(to, currency).plus(amount));
  }

  /** What an account holds, by currency. Zero balances are left out. */
  holdings(account: string): Readonly<Record<string, Decimal>> {
    return Object.fromEntries([...(this.#accounts.get(account) ?? [])].filter(([, amount]) => !amount.isZero()));
  }

  accounts(): readonly string[] {
    return [...this.#accounts.keys()];
  }

  /** The sum over all accounts, which is always zero in every currency. */
  sums(): Readonly<Record<string, Decimal>> {
    const sums = new Map<string, Decimal>();
    for (const holdings of this.#accounts.values()) {
      for (const [currency, amount] of holdings) sums.set(currency, (sums.get(currency) ?? ZERO).plus(amount));
    }
    return Object.fromEntries(sums);
  }

  #set(account: string, currency: string, amount: Decimal): void {
    const holdings = this.#accounts.get(account) ?? new Map<string, Decimal>();
    holdings.set(currency, amount);
    this.#accounts.set(account, holdings);
  }
}
