import type { Decimal } from '../../base/decimal.ts';
import { decimalOfUnits, type Units, unitsOf } from '../../exchange/units.ts';

/** What the account has of each currency, exactly. It may fall below zero: see `BacktestVenue`. */
export class Wallets {
  readonly #totals = new Map<string, Units>();

  constructor(opening: Readonly<Record<string, Decimal>>, alsoKnown: readonly string[]) {
    for (const [currency, amount] of Object.entries(opening)) this.#totals.set(currency, unitsOf(amount));
    // The venue lists every wallet of the account, empty ones too.
    for (const currency of alsoKnown) if (!this.#totals.has(currency)) this.#totals.set(currency, 0n);
  }

  /** In the order in which they became known. */
  get currencies(): Iterable<string> {
    return this.#totals.keys();
  }

  total(currency: string): Units {
    return this.#totals.get(currency) ?? 0n;
  }

  add(currency: string, amount: Units): void {
    this.#totals.set(currency, this.total(currency) + amount);
  }

  decimal(currency: string): Decimal {
    return decimalOfUnits(this.total(currency));
  }
}
