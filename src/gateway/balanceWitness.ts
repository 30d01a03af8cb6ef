import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { Report } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import { currenciesOf } from '../model/pair.ts';
import type { OpenOrderRow } from './accountLists.ts';
import { conversionShapeOf, orderShapeOf } from './fingerprint.ts';

type Amounts = ReadonlyMap<string, Decimal>;

interface Reading {
  readonly at: Instant;
  /** By currency: what is held and no listed order explains. */
  readonly held: Amounts;
  /** By currency: what there is, less what was booked in this life. It changes only by what was not booked. */
  readonly unbooked: Amounts;
}

/** What an intent would have changed, had it been done. */
interface Effect {
  readonly gives: readonly [currency: string, amount: Decimal];
  readonly gets: readonly [currency: string, amount: Decimal];
}

const MOST_READINGS = 12;

/**
 * What the balances say about an order that no list shows: if it rests, it holds what it may take; if it was executed, one currency has
 * become less and another more, and nothing that was booked explains it. Others hold and move funds too (withdrawals, deposits, fees), so
 * what counts is how it was before the intent, and both sides of an execution.
 */
export class BalanceWitness {
  readonly #readings: Reading[] = [];
  readonly #booked = new Map<string, Decimal>();

  /** Executions and conversions, as they are booked. */
  told(report: Report): void {
    if (report.type === 'fill') {
      const { symbol, side, price, amount, fee, feeCurrency } = report.fill;
      const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
      const sign = side === 'Buy' ? 1 : -1;
      this.#book(base, amount.times(sign));
      this.#book(quote, price.times(amount).times(-sign));
      this.#book(feeCurrency, fee.neg());
    } else if (report.type === 'converted') {
      const { fromCurrency, fromAmount, toCurrency, toAmount } = report.conversion;
      this.#book(fromCurrency, fromAmount.neg());
      this.#book(toCurrency, toAmount);
    }
  }

  /** The balances, and the open orders of the round before. */
  note(balances: readonly Balance[], openOrders: readonly OpenOrderRow[], at: Instant): void {
    this.#readings.push(this.#read(balances, openOrders, at));
    if (this.#readings.length > MOST_READINGS) this.#readings.shift();
  }

  /** Whether the balances leave no room for what the intent asked for. */
  leaveNoRoom(intent: Intent, balances: readonly Balance[], openOrders: readonly OpenOrderRow[], at: Instant): boolean {
    const { gives, gets } = effectOf(intent);
    const before = this.#readings.filter((reading) => reading.at < intent.createdAt);
    const now = this.#read(balances, openOrders, at);
    const changed = (of: (reading: Reading) => Amounts, currency: string): Decimal =>
      (of(now).get(currency) ?? ZERO).minus(medianOf(before.map((reading) => of(reading).get(currency) ?? ZERO)));
    // What a market order takes is not known before.
    const holds =
      intent.kind !== 'convert' &&
      gives[1].gt(0) &&
      isPart(
        changed(({ held }) => held, gives[0]),
        gives[1],
      );
    const hasGiven = isPart(changed(({ unbooked }) => unbooked, gives[0]).neg(), gives[1]);
    const hasGot = isPart(
      changed(({ unbooked }) => unbooked, gets[0]),
      gets[1],
    );
    return !holds && !(before.length > 0 && hasGiven && hasGot);
  }

  #read(balances: readonly Balance[], openOrders: readonly OpenOrderRow[], at: Instant): Reading {
    const held = new Map(balances.map(({ currency, total, available }) => [currency, total.minus(available)]));
    for (const { symbol, side, price, amount } of openOrders) {
      const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
      const [currency, holds] = side === 'Buy' ? [quote, amount.times(price ?? ZERO)] : [base, amount];
      held.set(currency, (held.get(currency) ?? ZERO).minus(holds));
    }
    const unbooked = new Map(balances.map(({ currency, total }) => [currency, total.minus(this.#booked.get(currency) ?? ZERO)]));
    return { at, held, unbooked };
  }

  #book(currency: string, amount: Decimal): void {
    this.#booked.set(currency, (this.#booked.get(currency) ?? ZERO).plus(amount));
  }
}

function effectOf({ kind, fingerprint }: Intent): Effect {
  if (kind === 'convert') {
    const { fromCurrency, toCurrency, fromAmount, toAmount } = conversionShapeOf(fingerprint);
    return { gives: [fromCurrency, fromAmount], gets: [toCurrency, toAmount] };
  }
  const { symbol, side, amount, price = ZERO } = orderShapeOf(fingerprint);
  const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
  const value = [quote, amount.times(price)] as const;
  return side === 'Buy' ? { gives: value, gets: [base, amount] } : { gives: [base, amount], gets: value };
}

/** At least half: a part may have been executed, fees may be held too, and what was before is known only roughly. */
function isPart(change: Decimal, whole: Decimal): boolean {
  return change.gt(0) && change.gte(whole.div(2));
}

function medianOf(values: readonly Decimal[]): Decimal {
  const sorted = values.toSorted((a, b) => a.cmp(b));
  return sorted[Math.floor(sorted.length / 2)] ?? ZERO;
}
