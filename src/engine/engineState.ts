import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { nearNumber } from '../base/nearNumber.ts';
import { type Random, seededRandom } from '../base/random.ts';
import { ulid } from '../base/ulid.ts';
import type { Command } from '../model/command.ts';
import type { Notice } from '../model/notice.ts';
import { Account } from './account.ts';
import { ConversionDesk } from './conversionDesk.ts';
import { type Market, Markets } from './markets.ts';
import { Orders } from './orders.ts';
import { NO_POSITION, type Position } from './portfolio.ts';
import type { RiskLimits, RiskView } from './risk/riskCheck.ts';
import type { StrategyRun, StrategySettings } from './strategyRun.ts';
import { exposureOf, nearExposureOf, nearProfitOf, nearReservedOf, type NearSum, profitOf, reservedOf } from './valuation.ts';

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

const NO_RUNS: readonly StrategyRun[] = [];
const NO_OUTPUTS: readonly Output[] = [];
const MINUTE_MS = 60_000;
/** Times that are out of date are thrown away this many at once. */
const SENT_KEPT = 1024;
const DAY_MS = 86_400_000;

/** A UTC day, and what each strategy had made in all when it began, in the currency of `maxDailyLoss`. */
export interface TradingDay {
  readonly number: number;
  readonly currency: string;
  readonly made: Map<string, Decimal>;
}

/** All that the engine knows, in one place. Its parts work on it; nobody outside does. */
export class EngineState implements RiskView {
  readonly settings: EngineSettings;
  readonly limits: RiskLimits;
  /** Makes the amounts of orders unlike each other. Its own generator: who needs no ids draws the same amounts. */
  readonly nonces: Random;
  readonly #ids: Random;
  readonly markets = new Markets();
  readonly orders = new Orders();
  readonly account = new Account();
  readonly conversions = new ConversionDesk();
  readonly positions = new Map<string, Position>();
  /** By name; `addRun` adds. */
  readonly runs: ReadonlyMap<string, StrategyRun>;
  readonly #runs = new Map<string, StrategyRun>();
  readonly #runsBySymbol = new Map<string, StrategyRun[]>();
  /** Lanes that the venue side has frozen, with the reason. */
  readonly frozen = new Map<string, string>();
  now: Instant = 0;
  /** Set while no new risk is taken. */
  halted: string | undefined;
  /** Whether orders are replaced; it ends when the venue turns out to mean something else by it. */
  replaces: boolean;
  day: TradingDay = { number: -1, currency: '', made: new Map() };
  /** Times of the commands that took risk; those of the last minute begin at `#sentFirst`. */
  readonly #sent: Instant[] = [];
  #sentFirst = 0;
  #outputs: Output[] = [];

  constructor(settings: EngineSettings) {
    this.replaces = settings.replaces;
    this.settings = settings;
    this.limits = settings.limits;
    this.runs = this.#runs;
    this.nonces = seededRandom(`nonces:${settings.seed}`);
    this.#ids = seededRandom(`ids:${settings.seed}`);
  }

  put(output: Output): void {
    this.#outputs.push(output);
  }

  takeOutputs(): readonly Output[] {
    if (this.#outputs.length === 0) return NO_OUTPUTS;
    const outputs = this.#outputs;
    this.#outputs = [];
    return outputs;
  }

  newId(): string {
    return ulid(this.now, this.#ids);
  }

  addRun(run: StrategyRun): void {
    this.#runs.set(run.name, run);
    const others = this.#runsBySymbol.get(run.symbol);
    if (others === undefined) this.#runsBySymbol.set(run.symbol, [run]);
    else others.push(run);
  }

  /** In the order of the settings. With hundreds of symbols nothing that happens to one may cost a look at all. */
  runsOn(symbol: string): readonly StrategyRun[] {
    return this.#runsBySymbol.get(symbol) ?? NO_RUNS;
  }

  /** That a strategy trades on. */
  get symbols(): Iterable<string> {
    return this.#runsBySymbol.keys();
  }

  positionOf(strategy: string): Position {
    return this.positions.get(strategy) ?? NO_POSITION;
  }

  /** The market that a strategy trades on, when it is known. */
  marketOf(strategy: string): Market | undefined {
    const symbol = this.runs.get(strategy)?.symbol;
    return symbol === undefined ? undefined : this.markets.get(symbol);
  }

  /** Counts a command that takes risk. */
  countSent(): void {
    this.#sent.push(this.now);
  }

  /** Profit of all strategies since the day began; undefined when one of them can't be valued, now or at the beginning. */
  profitToday(currency: string): Decimal | undefined {
    if (this.day.number !== dayOf(this.now) || this.day.currency !== currency) return undefined;
    let sum = ZERO;
    for (const name of this.runs.keys()) {
      const made = profitOf(this, name, currency);
      const before = this.day.made.get(name);
      if (made === undefined || before === undefined) return undefined;
      sum = sum.plus(made).minus(before);
    }
    return sum;
  }

  /** As `profitToday`, in near numbers; undefined where only that can tell. */
  nearProfitToday(currency: string): NearSum | undefined {
    if (this.day.number !== dayOf(this.now) || this.day.currency !== currency) return undefined;
    let value = 0;
    let size = 0;
    for (const name of this.runs.keys()) {
      const made = nearProfitOf(this, name, currency);
      const before = this.day.made.get(name);
      if (made === undefined || before === undefined) return undefined;
      const then = nearNumber(before);
      value += made.value - then;
      size += made.size + Math.abs(then);
    }
    return { value, size };
  }

  get sentWithinMinute(): number {
    const sent = this.#sent;
    while (this.#sentFirst < sent.length && this.now - sent[this.#sentFirst]! >= MINUTE_MS) this.#sentFirst++;
    if (this.#sentFirst >= SENT_KEPT) {
      sent.splice(0, this.#sentFirst);
      this.#sentFirst = 0;
    }
    return sent.length - this.#sentFirst;
  }

  reserved(currency: string, without: string | undefined): Decimal {
    return reservedOf(this, currency, without);
  }

  nearReserved(currency: string, without: string | undefined): number {
    return nearReservedOf(this, currency, without);
  }

  exposureOf(strategy: string, currency: string, without: string | undefined): Decimal | undefined {
    return exposureOf(this, strategy, currency, without);
  }

  nearExposureOf(strategy: string, currency: string, without: string | undefined): number {
    return nearExposureOf(this, strategy, currency, without);
  }
}

/** The number of the UTC day. */
export function dayOf(at: Instant): number {
  return Math.floor(at / DAY_MS);
}
