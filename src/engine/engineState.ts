import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { type Random, seededRandom } from '../base/random.ts';
import type { Command } from '../model/command.ts';
import type { Fill } from '../model/fill.ts';
import type { Notice } from '../model/notice.ts';
import type { Report } from '../model/event.ts';
import { Balances } from './balances.ts';
import { PendingConversions, type PendingConversion } from './pendingConversions.ts';
import type { EngineOrder } from './market.ts';
import { Markets } from './markets.ts';
import type { Money, RiskLimits } from './risk/limits.ts';
import { Seat } from './market.ts';
import type { StrategySettings } from './strategySettings.ts';
import { SentRequests } from './sentRequests.ts';

/** What the engine puts out: commands for the venue, notices for people. */
export type Output = Command | Notice;

export interface EngineSettings {
  readonly strategies: readonly StrategySettings[];
  readonly limits: RiskLimits;
  /** Whether the venue is known to replace an order atomically; otherwise cancel, wait, place. */
  readonly replaces: boolean;
  /** Seeds ids and the strategies' own chance. */
  readonly seed: number | string;
}

/**
 * Where the engine's decisions go, and who has the words for what it knows in numbers. Nothing may be reported back from within a
 * call.
 */
export interface EngineSink {
  place(order: EngineOrder): void;
  /** To `nextTicks` and `nextLots`. */
  replace(order: EngineOrder): void;
  /** `intentId`: a person asked for it, under this id. */
  cancel(order: EngineOrder, intentId?: string): void;
  requestQuote(conversion: PendingConversion): void;
  convert(conversion: PendingConversion): void;
  notice(notice: Notice): void;
  /** Whether anybody listens to notices: otherwise no words are made. */
  readonly hearsNotices: boolean;
  /** A new id for a conversion or a request for a quote. */
  newId(): string;
  /** The report that the engine is being told of, as a strategy sees it. Asked for only where one listens. */
  reportShown(order: EngineOrder): Report;
  /** The execution that the engine is being told of, as a strategy sees it. */
  fillShown(order: EngineOrder): Fill;
  /** The executions of a strategy that are not part of its `position` yet, oldest first; each is asked for once. */
  takeUnfolded(seat: Seat): Iterable<Fill>;
}

const DAY_MS = 86_400_000;

/** All that the engine knows, in one place. Its parts work on it; nobody outside does. */
export class EngineState {
  readonly settings: EngineSettings;
  readonly limits: RiskLimits;
  readonly sink: EngineSink;
  /** Makes the amounts of orders unlike each other. Its own generator: whoever needs no ids draws the same amounts. */
  readonly nonces: Random;
  readonly balances = new Balances();
  readonly markets = new Markets();
  /** The strategies, in the order of the settings. */
  readonly seats: readonly Seat[];
  readonly conversions = new PendingConversions();
  readonly sent = new SentRequests();
  /** Lanes that are shut, with the reason. */
  readonly frozen = new Map<string, string>();
  /** A field, since a time as an argument would be boxed wherever a call is not inlined. */
  now: Instant = 0;
  /** Set while no new risk is taken. */
  halted: string | undefined = undefined;
  /** Whether orders are replaced; it ends when the venue turns out to mean something else by it. */
  replaces: boolean;
  /** The UTC day for which the strategies' profit before it is known, in part at least. */
  tradingDay = -1;
  /** Limits once more, as plain numbers: they tell what is far within a limit, and exact numbers tell the rest. */
  readonly collarShare: number = 0;
  readonly mostOrderValue: number = Infinity;
  readonly mostDailyLoss: number = Infinity;
  readonly #others = new Map<string, Seat>();

  constructor(settings: EngineSettings, sink: EngineSink) {
    this.settings = settings;
    this.limits = settings.limits;
    this.sink = sink;
    this.replaces = settings.replaces;
    this.nonces = seededRandom(`nonces:${settings.seed}`);
    const { priceCollar, maxOrderValue, maxDailyLoss } = settings.limits;
    this.collarShare = priceCollar?.toNumber() ?? 0;
    this.mostOrderValue = maxOrderValue?.amount.toNumber() ?? Infinity;
    this.mostDailyLoss = maxDailyLoss?.amount.toNumber() ?? Infinity;
    this.seats = settings.strategies.map((strategy) => new Seat(strategy.name, strategy.symbol, strategy));
    for (const seat of this.seats) seat.budget = this.budgetOf(seat.name);
  }

  /** The seat of a strategy; undefined when none of the name is configured. */
  seat(name: string): Seat | undefined {
    for (let i = 0; i < this.seats.length; i++) if (this.seats[i]!.name === name) return this.seats[i];
    return undefined;
  }

  /** The seat under whose name orders stand: a strategy's, or one without a strategy, such as the operator's. */
  owner(name: string): Seat {
    const seat = this.seat(name) ?? this.#others.get(name);
    if (seat !== undefined) return seat;
    const other = new Seat(name, '', undefined);
    other.budget = this.budgetOf(name);
    this.#others.set(name, other);
    return other;
  }

  budgetOf(strategy: string): Money | undefined {
    const { budgets } = this.limits;
    return Object.hasOwn(budgets, strategy) ? budgets[strategy] : undefined;
  }

  get day(): number {
    return dayOf(this.now);
  }

  /** What a live order or conversion is worth is asked in many places: see `Markets.worth`. */
  worth(amount: Decimal, currency: string, into: string): Decimal | undefined {
    return currency === into || amount.isZero() ? amount : this.markets.worth(amount, currency, into);
  }
}

/** The number of the UTC day. */
export function dayOf(at: Instant): number {
  return Math.floor(at / DAY_MS);
}
