import type { Decimal } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import { isFarBelow } from '../base/isFarBelow.ts';
import { Sum } from '../base/sum.ts';
import { FEE_DECIMALS, tooFine, unitDecimals } from '../model/lotScales.ts';
import type { Pair } from '../model/pair.ts';

/** What the account has of one currency, in whole units. */
export class Wallet {
  readonly currency: string;
  /** All that is there. It may fall below zero, because a market order may cost more than the book has shown. */
  readonly total: Sum;
  /** What live orders hold of it. */
  readonly held: Sum;
  /** Fees paid in it so far. Undefined before the first one. */
  fees: Sum | undefined = undefined;
  /** How many of its units make the step to which fees are rounded. */
  readonly feeStep: number = 1;
  /** How many of its units make one of the currency. */
  readonly #one: number = 1;

  constructor(currency: string, decimals: number) {
    this.currency = currency;
    this.total = new Sum(decimals);
    this.held = new Sum(decimals);
    this.feeStep = 10 ** (decimals - FEE_DECIMALS);
    this.#one = 10 ** decimals;
  }

  /** The total as the nearest plain number, for charts and statistics. */
  get plain(): number {
    const { total } = this;
    // A whole number divided by an exact power of ten is rounded once.
    if (total.high === 0 && total.rest === undefined) return total.low / this.#one;
    return total.decimal.toNumber();
  }

  /** Whether as much is free. An order that takes nothing is always covered. */
  covers(more: Sum): boolean {
    const need = more.near;
    if (need <= 0) return true;
    const total = this.total.near;
    const taken = this.held.near + need;
    if (isFarBelow(taken, total, Math.abs(total) + taken)) return true;
    return this.held.decimal.plus(more.decimal).lte(this.total.decimal);
  }

  /** The same for an amount with any digits. */
  coversDecimal(amount: Decimal): boolean {
    return this.total.decimal.minus(this.held.decimal).gte(amount);
  }
}

/** The wallets of an account, each in units that are fine enough for the grids of all pairs with its currency. */
export class Wallets {
  /** In the order in which they became known. The venue lists every wallet of the account, even empty ones. */
  readonly all: Wallet[] = [];
  readonly #byCurrency = new Map<string, Wallet>();
  readonly #pairs: readonly Pair[];

  constructor(opening: Readonly<Record<string, Decimal>>, pairs: readonly Pair[]) {
    this.#pairs = pairs;
    for (const pair of pairs) assertFitting(pair);
    for (const [currency, amount] of Object.entries(opening)) this.wallet(currency).total.addDecimal(amount);
    for (const { base, quote } of pairs) {
      this.wallet(base);
      this.wallet(quote);
    }
  }

  wallet(currency: string): Wallet {
    let wallet = this.#byCurrency.get(currency);
    if (wallet === undefined) {
      wallet = new Wallet(currency, unitDecimals(currency, this.#pairs));
      this.#byCurrency.set(currency, wallet);
      this.all.push(wallet);
    }
    return wallet;
  }
}

/** Sums over all currencies are in units of 10^-18, so no pair may need finer ones. Throws a `Fault`. */
function assertFitting({ grid }: Pair): void {
  const needs = tooFine(grid);
  if (needs !== undefined) throw new Fault('configuration', needs);
}
