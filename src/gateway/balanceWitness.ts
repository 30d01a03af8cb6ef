import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { Report } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import { currenciesOf } from '../model/pair.ts';
import type { OpenOrderRow } from './accountLists.ts';
import { conversionShapeOf, orderShapeOf } from './fingerprint.ts';

type Amounts = ReadonlyMap<string, Decimal>;
type Asked = Pick<Intent, 'id' | 'kind' | 'fingerprint' | 'createdAt'>;
type HoldingOrder = Pick<OpenOrderRow, 'id' | 'symbol' | 'side' | 'price' | 'amount'>;

interface Reading {
  /** By currency: what is held and no listed order explains. */
  readonly held: Amounts;
  /** By currency: what there is, less what was booked in this life. It changes only by what was not booked. */
  readonly unbooked: Amounts;
}

/** A reading of balances between two rounds of the lists. */
interface NotedReading extends Reading {
  readonly at: Instant;
  /** When it was over, by a clock that never goes back. */
  readonly ms: number;
  /** The latest that the venue's clock can have shown by then. */
  readonly venueAt: Instant;
  /** What the round before it showed. */
  readonly listed: Listed;
  /** Whether nothing came or went between the two rounds. Undefined before the second one. */
  isQuiet: boolean | undefined;
  /** Whether something that may be in it was booked only after it. */
  isBehind: boolean;
}

/** The open orders of a round of the lists. */
export interface Listed {
  readonly openOrders: readonly HoldingOrder[];
  /** How much had been reported when the round began. */
  readonly reported: number;
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
 * Balances and open orders are read one after the other. Where orders come and go in between, more or less seems to be held than is. So what
 * others hold is taken from readings between two rounds in which nothing came or went. Without one, as in an account that trades all the time, they
 * are taken to hold nothing, which may keep a lane shut for longer and never hides an order.
 */
export class BalanceWitness {
  readonly #readings: NotedReading[] = [];
  /** By intent, the readings of before it. They are kept for as long as they are asked about. */
  readonly #before = new Map<string, readonly NotedReading[]>();
  readonly #booked = new Map<string, Decimal>();
  #reported = 0;

  /** Whatever is reported: executions and conversions are booked, and anything may have moved what is held. */
  told(report: Report): void {
    this.#reported++;
    if (report.type === 'fill') {
      const { symbol, side, price, amount, fee, feeCurrency, tradedAt } = report.fill;
      this.#isInReadingsOf(tradedAt);
      const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
      const sign = side === 'Buy' ? 1 : -1;
      this.#book(base, amount.times(sign));
      this.#book(quote, price.times(amount).times(-sign));
      this.#book(feeCurrency, fee.neg());
    } else if (report.type === 'converted') {
      const { fromCurrency, fromAmount, toCurrency, toAmount, executedAt } = report.conversion;
      this.#isInReadingsOf(executedAt);
      this.#book(fromCurrency, fromAmount.neg());
      this.#book(toCurrency, toAmount);
    }
  }

  /** How much has been reported. */
  get reported(): number {
    return this.#reported;
  }

  /** The balances, and what the round before them showed. */
  note(balances: readonly Balance[], listed: Listed, when: Pick<NotedReading, 'at' | 'ms' | 'venueAt'>): void {
    this.#readings.push({ ...when, ...this.#read(balances, listed.openOrders), listed, isQuiet: undefined, isBehind: false });
    if (this.#readings.length > MOST_READINGS) this.#readings.shift();
  }

  /** Whether readings wait for a round that began at this time. */
  awaits(begunMs: number): boolean {
    return this.#readings.some(({ ms, isQuiet }) => isQuiet === undefined && ms <= begunMs);
  }

  /** What a later round shows. `isSure`: every request of ours has its answer, and the lists show all that was acknowledged. */
  round(begunMs: number, openOrders: readonly HoldingOrder[], isSure: boolean): void {
    const shown = textOf(openOrders);
    for (const reading of this.#readings) {
      if (reading.isQuiet !== undefined || reading.ms > begunMs) continue;
      reading.isQuiet = isSure && reading.listed.reported === this.#reported && textOf(reading.listed.openOrders) === shown;
    }
  }

  /** Keeps what there was before an intent. To be called soon after it, since readings are forgotten. */
  keep({ id, createdAt }: Asked): void {
    if (this.#before.has(id)) return;
    const before = this.#readings.filter(({ at }) => at < createdAt);
    this.#before.set(id, before);
  }

  /** Whether some reading tells what there was before it. */
  knowsBefore(id: string): boolean {
    return this.#readingsBefore(id).length > 0;
  }

  /** Nobody asks about it any more. */
  forget(id: string): void {
    this.#before.delete(id);
  }

  /** Whether the balances leave no room for what the intent asked for. */
  leaveNoRoom(intent: Asked, balances: readonly Balance[], openOrders: readonly HoldingOrder[]): boolean {
    const { gives, gets } = effectOf(intent);
    const { held, unbooked } = this.#read(balances, openOrders);
    const more = (held.get(gives[0]) ?? ZERO).minus(this.#heldByOthers(intent.createdAt, gives[0]));
    // What a market order takes is not known before.
    const holds = intent.kind !== 'convert' && gives[1].gt(0) && isPart(more, gives[1]);
    const before = this.#readingsBefore(intent.id);
    if (before.length === 0) return !holds;
    const gained = (currency: string): Decimal => {
      const was = medianOf(before.map((reading) => reading.unbooked.get(currency) ?? ZERO));
      return (unbooked.get(currency) ?? ZERO).minus(was);
    };
    const hasGiven = isPart(gained(gives[0]).negated(), gives[1]);
    const hasGot = isPart(gained(gets[0]), gets[1]);
    return !holds && !(hasGiven && hasGot);
  }

  /** Those that tell what there was before an intent: quiet ones where there are any. Where all are behind, only the ledger tells it. */
  #readingsBefore(id: string): readonly NotedReading[] {
    const before = (this.#before.get(id) ?? []).filter(({ isBehind }) => !isBehind);
    const quiet = before.filter(({ isQuiet }) => isQuiet === true);
    return quiet.length > 0 ? quiet : before;
  }

  /** What was done at this time, by the venue's clock, is booked only now: the readings of after it had it already, and did not count it as booked. */
  #isInReadingsOf(doneAt: Instant): void {
    for (const reading of [...this.#readings, ...[...this.#before.values()].flat()]) {
      if (reading.venueAt >= doneAt) reading.isBehind = true;
    }
  }

  /** As of the last quiet readings before a time. What was held longer ago may be over. */
  #heldByOthers(until: Instant, currency: string): Decimal {
    const quiet = this.#readings.filter(({ at, isQuiet }) => isQuiet === true && at < until);
    const held = medianOf(quiet.map((reading) => reading.held.get(currency) ?? ZERO));
    // Nobody holds less than nothing.
    return held.gt(0) ? held : ZERO;
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

function effectOf({ kind, fingerprint }: Asked): Effect {
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

/** The same for the same open orders. */
function textOf(openOrders: readonly HoldingOrder[]): string {
  return openOrders
    .map(({ id, amount, price }) => `${id}:${amount.toFixed()}:${price?.toFixed()}`)
    .toSorted()
    .join(' ');
}
