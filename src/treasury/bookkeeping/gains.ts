import { type Decimal, ONE, ZERO } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import { DAY_MS, type Instant, isoOf } from '../../base/instant.ts';
import type { LedgerHistory, LedgerMovement } from '../../model/ledger.ts';
import { COST_DECIMALS, type GainsMethod, Lots } from './lots.ts';
import { movementKey } from './movementKey.ts';

export interface GainsOptions {
  readonly method: GainsMethod;
  /** The currency in which gains are counted. */
  readonly currency: string;
  /** What one of a currency was worth, by the key of the movement that brings or takes it without a price of its own: `deposit crypto 17`, `opening BTC`. */
  readonly prices: ReadonlyMap<string, Decimal>;
  /** Whether a deposit or withdrawal is a transfer between accounts of the same owner, so that nothing is gained by it. */
  readonly isOwn: (key: string) => boolean;
}

/** A price is taken for other movements for no longer than this. */
const PRICE_HOLDS_MS = DAY_MS;
const MOST_NAMED = 20;
const NOTHING_EXPORTED = 'nothing was exported';

/**
 * What was gained by each movement, by its key, since the books began. Fees are expenses, and not part of any cost; a fee that is taken in another
 * currency is a sale of it. Rejects with `check-failed` and names everything whose price is not known.
 */
export async function gainsOf(history: LedgerHistory, options: GainsOptions): Promise<ReadonlyMap<string, Decimal>> {
  const book = new GainsBook(options);
  for (const [currency, amount] of history.opening) book.trade(`opening ${currency}`, history.beganAt, currency, amount);
  for await (const movement of history.movements()) book.enter(movement);
  return book.end();
}

class GainsBook {
  readonly #options: GainsOptions;
  readonly #inside = new Map<string, Lots>();
  /** What is with the owner elsewhere. */
  readonly #outside = new Map<string, Lots>();
  /** By currency, the price of the last execution or conversion, or that a person has named, or is asked for, for the last movement. */
  readonly #last = new Map<string, { readonly price: Decimal; readonly at: Instant }>();
  readonly #gains = new Map<string, Decimal>();
  readonly #missing = new Map<string, string>();
  readonly #short: string[] = [];

  constructor(options: GainsOptions) {
    this.#options = options;
  }

  enter(movement: LedgerMovement): void {
    const { cause, at, postings } = movement;
    const key = movementKey(movement);
    const traded = postings.filter((posting) => posting.cause === 'fill' || posting.cause === 'conversion');
    const [gained, given] = [traded.find(({ amount }) => amount.gt(0)), traded.find(({ amount }) => amount.lt(0))];
    if (gained !== undefined && given !== undefined) {
      this.#exchange(key, at, gained, given);
      const isSwap = ![gained, given].some(({ currency }) => currency === this.#options.currency);
      for (const { currency, amount } of postings.filter((posting) => posting.cause === 'fee')) {
        // The price that is named for a swap is that of what is given, and of nothing else.
        this.trade(key, at, currency, amount, isSwap && currency !== given.currency ? `${key} fee` : key);
      }
      return;
    }
    const isTransfer = (cause === 'deposit' || cause === 'withdrawal') && this.#options.isOwn(key);
    for (const { cause: why, currency, amount } of postings) {
      if (isTransfer && why !== 'fee') this.#transfer(key, at, currency, amount);
      else this.trade(key, at, currency, amount);
    }
  }

  /** Gains by keys. Throws what is missing. */
  end(): ReadonlyMap<string, Decimal> {
    const { currency } = this.#options;
    const problems = [...this.#missing].map(([key, when]) => `  "${key}": PRICE   # in ${currency}, ${when}`);
    if (problems.length > 0) {
      throw new Fault('check-failed', ['the books have no price for these:', ...problems].join('\n'), {
        stands: NOTHING_EXPORTED,
        suggestion: 'put them under `prices:` in the file of --map, each with what one was worth then',
      });
    }
    if (this.#short.length > 0) {
      throw new Fault('check-failed', `more was withdrawn than the books have: ${this.#short.slice(0, MOST_NAMED).join(', ')}`, {
        stands: NOTHING_EXPORTED,
        suggestion: '`sluice reconcile` shows what is missing in the books',
      });
    }
    return this.#gains;
  }

  /** Buys or sells at the price of that time. `name`: under which a person may have named that price. */
  trade(key: string, at: Instant, currency: string, amount: Decimal, name = key): void {
    if (currency === this.#options.currency || amount.isZero()) return;
    const price = this.#priceOf(name, at, currency);
    if (price !== undefined) this.#change(key, at, currency, amount, worthOf(amount, price));
    else this.#lacks(name, at, `${amount.toFixed()} ${currency} of ${isoOf(at)}`, [currency]);
  }

  /**
   * Notes a price that a person has to give. Until then any price stands in for it and holds for a day, as the real one will. So a person is asked
   * for no price that follows from another.
   */
  #lacks(key: string, at: Instant, what: string, currencies: readonly string[]): void {
    this.#missing.set(key, what);
    // Any will do, since no gain is told.
    for (const currency of currencies) this.#last.set(currency, { price: ONE, at });
  }

  #exchange(key: string, at: Instant, gained: { currency: string; amount: Decimal }, given: { currency: string; amount: Decimal }): void {
    const { currency: home } = this.#options;
    const [bought, paid] = [gained.amount, given.amount.abs()];
    const value = gained.currency === home ? bought : given.currency === home ? paid : this.#valueOf(key, at, gained, given);
    if (value === undefined) {
      this.#lacks(key, at, `of one ${given.currency}, ${isoOf(at)}`, [given.currency, gained.currency]);
      return;
    }
    if (gained.currency !== home) this.#last.set(gained.currency, { price: value.div(bought), at });
    if (given.currency !== home) this.#last.set(given.currency, { price: value.div(paid), at });
    // What is given comes first: with it the other is bought.
    this.#change(key, at, given.currency, given.amount, value);
    this.#change(key, at, gained.currency, bought, value);
  }

  /** What an exchange of two other currencies is worth: by what is given, else by what is got. */
  #valueOf(
    key: string,
    at: Instant,
    gained: { currency: string; amount: Decimal },
    given: { currency: string; amount: Decimal },
  ): Decimal | undefined {
    const price = this.#priceOf(key, at, given.currency);
    if (price !== undefined) return worthOf(given.amount, price);
    const other = this.#priceOf(undefined, at, gained.currency);
    return other && worthOf(gained.amount, other);
  }

  #change(key: string, at: Instant, currency: string, amount: Decimal, value: Decimal): void {
    if (currency === this.#options.currency) return;
    this.#gain(key, this.#lotsOf(this.#inside, currency).change(amount, value, at));
  }

  #gain(key: string, gain: Decimal): void {
    if (!gain.isZero()) this.#gains.set(key, gain.plus(this.#gains.get(key) ?? ZERO));
  }

  /** Lots keep their cost and their age on the way out and on the way back. What comes in beyond them gets the price of its time. */
  #transfer(key: string, at: Instant, currency: string, amount: Decimal): void {
    if (currency === this.#options.currency) return;
    const [from, to] = amount.gt(0) ? [this.#outside, this.#inside] : [this.#inside, this.#outside];
    const lots = this.#lotsOf(from, currency).take(amount.abs());
    this.#gain(key, this.#lotsOf(to, currency).give(lots));
    const rest = lots.reduce((left, lot) => left.minus(lot.amount), amount.abs());
    if (rest.isZero()) return;
    if (amount.gt(0)) this.trade(key, at, currency, rest);
    else this.#short.push(`${rest.toFixed()} ${currency} by ${key}`);
  }

  #priceOf(key: string | undefined, at: Instant, currency: string): Decimal | undefined {
    const named = key === undefined ? undefined : this.#options.prices.get(key);
    if (named !== undefined) this.#last.set(currency, { price: named, at });
    const last = this.#last.get(currency);
    return last !== undefined && at - last.at <= PRICE_HOLDS_MS ? last.price : undefined;
  }

  #lotsOf(side: Map<string, Lots>, currency: string): Lots {
    const lots = side.get(currency) ?? new Lots(this.#options.method);
    side.set(currency, lots);
    return lots;
  }
}

/** A price may be a quotient without an end, so that what is worth something at it is rounded as costs are. */
function worthOf(amount: Decimal, price: Decimal): Decimal {
  return price.times(amount.abs()).toDecimalPlaces(COST_DECIMALS);
}
