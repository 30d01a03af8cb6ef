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

/** A reading of balances between two rounds of the lists. */
interface NotedReading extends Reading {
  readonly at: Instant;
  /** When it was over, by a clock that never goes back. */
  readonly ms: number;
  /** What the round before it showed. */
  readonly listed: Listed;
  /** Whether nothing came or went between the two rounds. Undefined before the second one. */
  isQuiet: boolean | undefined;
}

/** The open orders of a round of the lists. */
export interface Listed {
  readonly openOrders: readonly HoldingOrder[];
  /** How much had been reported when the round began. */
  readonly reported: number;
}

/** What there was of the two currencies of an intent before it, less what was booked. */
export interface UnbookedBefore {
  readonly gives: Decimal;
  readonly gets: Decimal;
}

/** What may tell how much of the balances nothing explains since an intent. */
export interface Unbooked {
  /** What there was before it. Undefined where no reading came before it. */
  readonly before: UnbookedBefore | undefined;
  /** By currency, how much more the balances have than the ledger says, which counts where it had begun by then: it knows of restarts, and of what is booked late. */
  readonly unbooked: Amounts | undefined;
}

/** What may tell what became of the rest of an order. */
export interface RestEvidence {
  /** How much of what it gives away others held before it left the lists. */
  readonly others: Decimal;
  readonly unbooked: Unbooked;
  /** Whether the trades would show an execution of it by now. */
  readonly isShown: boolean;
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
  readonly #booked = new Map<string, Decimal>();
  #reported = 0;

  /** Whatever is reported: executions and conversions are booked, and anything may have moved what is held. */
  told(report: Report): void {
    this.#reported++;
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

  /** How much has been reported. */
  get reported(): number {
    return this.#reported;
  }

  /** The balances, and what the round before them showed. */
  note(balances: readonly Balance[], listed: Listed, { at, ms }: { readonly at: Instant; readonly ms: number }): void {
    this.#readings.push({ at, ms, ...this.#read(balances, listed.openOrders), listed, isQuiet: undefined });
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

  /** What there was before an intent. To be asked for soon after it, since readings are forgotten. Undefined where no reading came before it. */
  before(intent: Asked): UnbookedBefore | undefined {
    const { gives, gets } = effectOf(intent);
    const before = this.#readings.filter(({ at }) => at < intent.createdAt);
    const quiet = before.filter(({ isQuiet }) => isQuiet === true);
    const counted = quiet.length > 0 ? quiet : before;
    if (counted.length === 0) return undefined;
    const of = (currency: string): Decimal => medianOf(counted.map(({ unbooked }) => unbooked.get(currency) ?? ZERO));
    return { gives: of(gives[0]), gets: of(gets[0]) };
  }

  /** Whether the balances leave no room for what the intent asked for. */
  leaveNoRoom(intent: Asked, { before, unbooked }: Unbooked, balances: readonly Balance[], openOrders: readonly HoldingOrder[]): boolean {
    const { gives, gets } = effectOf(intent);
    const now = this.#read(balances, openOrders);
    const holds = intent.kind !== 'convert' && isHeld(gives, now, this.heldByOthers(intent.createdAt, gives[0]));
    const gained = unbooked ?? (before && gainedSince(before, gives[0], gets[0], now.unbooked));
    // The ledger is exact, and of an order any part may have been executed.
    const isSome = unbooked === undefined || intent.kind === 'convert' ? isPart : isAny;
    const hasGiven = isSome((gained?.get(gives[0]) ?? ZERO).negated(), gives[1]);
    const hasGot = isSome(gained?.get(gets[0]) ?? ZERO, gets[1]);
    return !holds && !(hasGiven && hasGot);
  }

  /**
   * Whether the balances leave no room for what is left of an order that has left the lists. `before` is what there was then, and `isShown` that the
   * trades would show an execution of it by now. What it would have given away must not be missing either, whatever has come for it: balances that are
   * empty prove nothing.
   */
  leaveNoRoomForRest(
    rest: Asked,
    { others, unbooked, isShown }: RestEvidence,
    balances: readonly Balance[],
    openOrders: readonly HoldingOrder[],
  ): boolean {
    const { gives, gets } = effectOf(rest);
    const now = this.#read(balances, openOrders);
    if (isHeld(gives, now, others)) return false;
    if (isShown) return true;
    const { before, unbooked: ledger } = unbooked;
    const gained = ledger ?? (before && gainedSince(before, gives[0], gets[0], now.unbooked));
    const given = (gained?.get(gives[0]) ?? ZERO).negated();
    return !isPart(given, gives[1]) && !(isAny(given) && isAny(gained?.get(gets[0]) ?? ZERO));
  }

  /** As of the last quiet readings before a time. What was held longer ago may be over. */
  heldByOthers(until: Instant, currency: string): Decimal {
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

/** Whether more is held than the listed orders and others explain. What a market order takes is not known before. */
function isHeld([currency, amount]: Effect['gives'], { held }: Reading, others: Decimal): boolean {
  return amount.gt(0) && isPart((held.get(currency) ?? ZERO).minus(others), amount);
}

function gainedSince(before: UnbookedBefore, gives: string, gets: string, unbooked: Amounts): Amounts {
  return new Map([
    [gives, (unbooked.get(gives) ?? ZERO).minus(before.gives)],
    [gets, (unbooked.get(gets) ?? ZERO).minus(before.gets)],
  ]);
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

function isAny(change: Decimal): boolean {
  return change.gt(0);
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
