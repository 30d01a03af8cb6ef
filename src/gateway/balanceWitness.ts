import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { Report } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import { currenciesOf } from '../model/pair.ts';
import type { OpenOrderRow } from './accountLists.ts';
import { conversionShapeOf, orderShapeOf } from './fingerprint.ts';

type Amounts = ReadonlyMap<string, Decimal>;
type Asked = Pick<Intent, 'kind' | 'fingerprint' | 'createdAt'>;
type HoldingOrder = Pick<OpenOrderRow, 'id' | 'symbol' | 'side' | 'price' | 'amount'>;

interface Reading {
  /** By currency: what is held and no listed order explains. */
  readonly held: Amounts;
  /** By currency: what there is, less what was booked in this life. It changes only by what was not booked. */
  readonly unbooked: Amounts;
}

/** A reading of balances, with the open orders of the round before it. */
interface NotedReading extends Reading {
  readonly at: Instant;
  readonly orders: string;
  /** Whether the round after it showed the same open orders. Undefined before that round. */
  isQuiet: boolean | undefined;
}

/** What the balances said before an intent. */
export interface Before {
  /** Of the currency that it gives: what others held. */
  readonly held: Decimal;
  /** Of the two currencies. Undefined where no reading came before it. */
  readonly unbooked: { readonly gives: Decimal; readonly gets: Decimal } | undefined;
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
 *
 * Balances and open orders are read one after the other. Where orders come and go in between, more or less seems to be held than is, so
 * readings count around which the open orders were the same. An account that trades all the time has none: then others are taken to hold
 * what was held at the fewest, which may keep a lane shut for longer and never hides an order.
 */
export class BalanceWitness {
  readonly #readings: NotedReading[] = [];
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
  note(balances: readonly Balance[], openOrders: readonly HoldingOrder[], at: Instant): void {
    this.#readings.push({ at, ...this.#read(balances, openOrders), orders: textOf(openOrders), isQuiet: undefined });
    if (this.#readings.length > MOST_READINGS) this.#readings.shift();
  }

  /** The open orders of the next round. */
  round(openOrders: readonly HoldingOrder[]): void {
    for (let i = this.#readings.length - 1; this.#readings[i]?.isQuiet === undefined && i >= 0; i--) {
      const reading = this.#readings[i]!;
      reading.isQuiet = reading.orders === textOf(openOrders);
    }
  }

  /** What the balances said before an intent. To be asked for soon after it, since readings are forgotten. */
  before(intent: Asked): Before {
    const { gives, gets } = effectOf(intent);
    const before = this.#readings.filter(({ at }) => at < intent.createdAt);
    const quiet = before.filter(({ isQuiet }) => isQuiet === true);
    const of = (readings: readonly Reading[], what: 'held' | 'unbooked', [currency]: Effect['gives']): readonly Decimal[] =>
      readings.map((reading) => reading[what].get(currency) ?? ZERO);
    const held = quiet.length > 0 ? medianOf(of(quiet, 'held', gives)) : leastOf(of(before, 'held', gives));
    const counted = quiet.length > 0 ? quiet : before;
    const unbooked = { gives: medianOf(of(counted, 'unbooked', gives)), gets: medianOf(of(counted, 'unbooked', gets)) };
    // Nobody holds less than nothing.
    return { held: held.gt(0) ? held : ZERO, unbooked: before.length > 0 ? unbooked : undefined };
  }

  /** Whether the balances leave no room for what the intent asked for. */
  leaveNoRoom(
    intent: Omit<Asked, 'createdAt'>,
    before: Before,
    balances: readonly Balance[],
    openOrders: readonly HoldingOrder[],
  ): boolean {
    const { gives, gets } = effectOf(intent);
    const now = this.#read(balances, openOrders);
    const changed = (of: Amounts, [currency]: Effect['gives'], from: Decimal): Decimal => (of.get(currency) ?? ZERO).minus(from);
    // What a market order takes is not known before.
    const holds = intent.kind !== 'convert' && gives[1].gt(0) && isPart(changed(now.held, gives, before.held), gives[1]);
    if (before.unbooked === undefined) return !holds;
    const hasGiven = isPart(changed(now.unbooked, gives, before.unbooked.gives).neg(), gives[1]);
    const hasGot = isPart(changed(now.unbooked, gets, before.unbooked.gets), gets[1]);
    return !holds && !(hasGiven && hasGot);
  }

  #read(balances: readonly Balance[], openOrders: readonly HoldingOrder[]): Reading {
    const held = new Map(balances.map(({ currency, total, available }) => [currency, total.minus(available)]));
    for (const { symbol, side, price, amount } of openOrders) {
      const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
      const [currency, holds] = side === 'Buy' ? [quote, amount.times(price ?? ZERO)] : [base, amount];
      held.set(currency, (held.get(currency) ?? ZERO).minus(holds));
    }
    const unbooked = new Map(balances.map(({ currency, total }) => [currency, total.minus(this.#booked.get(currency) ?? ZERO)]));
    return { held, unbooked };
  }

  #book(currency: string, amount: Decimal): void {
    this.#booked.set(currency, (this.#booked.get(currency) ?? ZERO).plus(amount));
  }
}

function effectOf({ kind, fingerprint }: Omit<Asked, 'createdAt'>): Effect {
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

function leastOf(values: readonly Decimal[]): Decimal {
  return values.reduce((least, value) => (value.lt(least) ? value : least), values[0] ?? ZERO);
}

/** The same for the same open orders. */
function textOf(openOrders: readonly HoldingOrder[]): string {
  return openOrders
    .map(({ id, amount, price }) => `${id}:${amount.toFixed()}:${price?.toFixed()}`)
    .toSorted()
    .join(' ');
}
