import { assert } from '../base/assert.ts';
import type { Decimal } from '../base/decimal.ts';
import type { Balance } from '../model/balance.ts';
import { decimalOfUnits, type Units, unitsOf } from './units.ts';

/** One currency of one account. Open orders hold part of it: available = total - held. */
export interface Holding {
  total: Units;
  held: Units;
}

/**
 * A customer of the exchange. An `unlimited` account (market agents, fees, conversions) may go below zero and holds nothing for
 * its orders, so that its side of the book costs little. Its totals still count, so the sum over all accounts never changes.
 */
export class Account {
  readonly name: string;
  readonly unlimited: boolean;
  readonly #holdings = new Map<string, Holding>();

  constructor(name: string, unlimited: boolean) {
    this.name = name;
    this.unlimited = unlimited;
  }

  holding(currency: string): Holding {
    let holding = this.#holdings.get(currency);
    if (holding === undefined) {
      holding = { total: 0n, held: 0n };
      this.#holdings.set(currency, holding);
    }
    return holding;
  }

  available(currency: string): Units {
    const holding = this.#holdings.get(currency);
    return holding === undefined ? 0n : holding.total - holding.held;
  }

  covers(currency: string, need: Units): boolean {
    return this.unlimited || this.available(currency) >= need;
  }

  hold(currency: string, amount: Units): void {
    if (this.unlimited) return;
    const holding = this.holding(currency);
    holding.held += amount;
    assert(holding.held >= 0n && holding.held <= holding.total, () => `${this.name}: ${currency} holds more than there is`);
  }

  add(currency: string, amount: Units): void {
    const holding = this.holding(currency);
    holding.total += amount;
    assert(this.unlimited || holding.total >= holding.held, () => `${this.name}: ${currency} fell below what is held`);
  }

  deposit(currency: string, amount: Decimal): void {
    this.add(currency, unitsOf(amount));
  }

  /** In the order in which the currencies were first seen. */
  balances(): Balance[] {
    return [...this.#holdings].map(([currency, holding]) => ({
      currency,
      total: decimalOfUnits(holding.total),
      available: decimalOfUnits(holding.total - holding.held),
    }));
  }

  /** In units, for sums over all accounts. */
  holdings(): ReadonlyMap<string, Readonly<Holding>> {
    return this.#holdings;
  }
}
