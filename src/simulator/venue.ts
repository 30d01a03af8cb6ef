import { present } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { type Decimal, dec, maxDecimal, ONE, ZERO } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { seededRandom } from '../base/random.ts';
import type { Account } from '../exchange/account.ts';
import { Exchange } from '../exchange/exchange.ts';
import { DEFAULT_FEES } from '../exchange/fees.ts';
import { decimalOfUnits, unitsOf } from '../exchange/units.ts';
import { ConversionCounter } from './conversionCounter.ts';
import { Agenda } from './agenda.ts';
import { type Catalog, catalogOf } from './market/catalog.ts';
import { DayStatistics } from './market/dayStatistics.ts';
import { MarketAgents, STEP_MS } from './market/marketAgents.ts';
import { HeldSteps } from './heldSteps.ts';
import { NetworkFees } from './networkFees.ts';
import { coinOf, fiatOf } from './processing/coinCatalog.ts';
import type { Region } from './region.ts';
import type { SimulatorOptions } from './simulatorOptions.ts';
import { TradeHistory } from './tradeHistory.ts';
import { VenueClock } from './venueClock.ts';

/** The user's account at the beginning, unless the options say otherwise. */
const DEFAULT_BALANCES: Readonly<Record<string, Decimal>> = {
  EUR: dec(100_000),
  BTC: dec(2),
  ETH: dec(20),
  SOL: dec(200),
  XRP: dec(50_000),
  LTC: dec(300),
  USDT: dec(50_000),
};

/** The market is kept up to date at least this often, so that no request has to catch up for long. */
const KEEP_UP_MS = 1000;
/** After a pause of the whole process the market goes on from where it was. At most this much of the gap is lived through. */
const MOST_STEPS = (10 * 60_000) / STEP_MS;

/**
 * The venue behind the interface: exchange, living market, conversion counter and the history of the user's account. It acts
 * in whole steps up to the time that it is asked for, so that its state does not depend on when it is asked.
 */
export class Venue {
  readonly catalog: Catalog;
  readonly exchange: Exchange;
  readonly user: Account;
  readonly history: TradeHistory;
  readonly conversionCounter: ConversionCounter;
  readonly region: Region;
  /** Deposits come from this account, and withdrawals go to it. */
  readonly world: Account;
  /** What happens later. */
  readonly agenda: Agenda;
  /** Steps of transactions that may be held back. */
  readonly steps = new HeldSteps();
  readonly networkFees = new NetworkFees();
  /** Funds lent to the user, by currency. They may be traded but not withdrawn (000 Withdrawals). */
  readonly #credit: Map<string, Decimal>;
  /** How many times its price at the beginning a currency has been moved to. */
  readonly #priceFactors = new Map<string, Decimal>();
  readonly #statistics: ReadonlyMap<string, DayStatistics>;
  readonly #time: VenueClock;
  readonly #clock: Clock;
  readonly #agents: MarketAgents;
  /** When the last step was due; undefined while the market stands still. */
  #steppedTo: Instant | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor({ clock, seed, balances = DEFAULT_BALANCES, credit = {}, market = {}, behaviour = {}, clockSkewMs = 0 }: SimulatorOptions) {
    this.#clock = clock;
    this.#time = new VenueClock(clock, clockSkewMs);
    const at = this.#time.now();
    this.region = { restricted: market.restrictedCurrencies ?? [], isEu: market.isEu ?? true };
    this.agenda = new Agenda(clock, () => this.#time.now());
    this.catalog = catalogOf(market.symbols ?? 7, seed);
    this.#statistics = new Map(this.catalog.pairs.map((pair) => [pair.symbol, new DayStatistics()]));
    this.exchange = new Exchange({
      pairs: this.catalog.pairs,
      at,
      fees: { maker: market.makerFee ?? DEFAULT_FEES.maker, taker: market.takerFee ?? DEFAULT_FEES.taker },
      listener: {
        executed: (execution) => {
          this.statisticsOf(execution.market.pair.symbol).record(execution.ticks, execution.lots, execution.at);
          this.history.executed(execution);
        },
        canceled: (order, lots, when) => this.history.canceled(order, lots, when),
      },
    });
    this.user = this.exchange.addAccount('user');
    this.history = new TradeHistory(this.user, behaviour, (symbol) => present(this.exchange.market(symbol), symbol).pair);
    this.world = this.exchange.addAccount('world', true);
    this.#credit = new Map(Object.entries(credit));
    for (const [currency, amount] of [...Object.entries(balances), ...Object.entries(credit)]) this.#open(currency, amount);
    const conversion = {
      spread: market.conversionSpread ?? dec('0.001'),
      quoteLifetimeMs: market.quoteLifetimeMs ?? 15_000,
      region: this.region,
      remembers: behaviour.remembers,
    };
    this.conversionCounter = new ConversionCounter(this.exchange, this.user, this.catalog, conversion, seededRandom(`${seed}/quotes`));
    this.#agents = new MarketAgents(this.exchange, this.catalog, market.character ?? 'calm', seed, at, (traded, trades) =>
      this.statisticsOf(traded.pair.symbol).begin(trades),
    );
  }

  #open(currency: string, amount: Decimal): void {
    const codes = this.catalog.currencies.map(({ code }) => code);
    if (!codes.includes(currency)) {
      throw new Fault(
        'usage',
        `opening balance: ${currency} is not a currency of the simulator; expected one of ${codes.slice(0, 20).join(', ')}`,
      );
    }
    if (amount.isNegative()) throw new Fault('usage', `opening balance: ${currency} must be 0 or more, not ${amount}`);
    this.user.deposit(currency, amount);
  }

  /** The venue's time. */
  now(): Instant {
    return this.#time.now();
  }

  /** What is available and is not lent (000 Wallet balance, `availableWithdrawalBalance`). */
  withdrawable(currency: string): Decimal {
    const own = decimalOfUnits(this.user.available(currency)).minus(this.lent(currency));
    return maxDecimal(own, ZERO);
  }

  /**
   * From now on so much of a currency is lent to the user: the rest comes or goes at once. Throws a `Fault` `usage` when the account
   * can't give back what it should.
   */
  lend(currency: string, amount: Decimal): void {
    if (!this.#isOfWallets(currency)) throw new Fault('not-found', `no wallet has the currency ${currency}`);
    if (amount.isNegative()) throw new Fault('usage', `amount must be 0 or more, not ${amount.toFixed()}`);
    const more = unitsOf(amount) - unitsOf(this.lent(currency));
    if (more < 0n && !this.user.covers(currency, -more))
      throw new Fault('usage', `the account has less ${currency} available than it should give back`);
    if (more >= 0n) this.exchange.transfer(this.world, this.user, currency, more);
    else this.exchange.transfer(this.user, this.world, currency, -more);
    this.#credit.set(currency, amount);
  }

  /** How much of a currency is lent to the user. */
  lent(currency: string): Decimal {
    return this.#credit.get(currency) ?? ZERO;
  }

  /** Moves the price of a currency by a factor, at once. The agents renew their orders around it; orders of the user stay, and may trade. */
  movePrice(currency: string, factor: Decimal): void {
    this.#known(currency);
    if (currency === 'EUR') throw new Fault('usage', 'prices are in EUR, which can not move');
    if (!factor.gt(0) || factor.gt(1000) || factor.lt('0.001'))
      throw new Fault('usage', `factor must be 0.001 to 1000, not ${factor.toFixed()}`);
    this.catchUp();
    this.#priceFactors.set(currency, this.priceFactor(currency).times(factor));
    this.#agents.move(currency, factor.toNumber(), this.now());
  }

  /** How many times its price at the beginning a currency costs by the hand of `movePrice`. */
  priceFactor(currency: string): Decimal {
    return this.#priceFactors.get(currency) ?? ONE;
  }

  #known(currency: string): void {
    if (coinOf(currency) !== undefined || fiatOf(currency) !== undefined || this.#isOfWallets(currency)) return;
    throw new Fault('not-found', `currency ${currency} is not known`);
  }

  #isOfWallets(currency: string): boolean {
    return this.catalog.currencies.some(({ code }) => code === currency);
  }

  statisticsOf(symbol: string): DayStatistics {
    return present(this.#statistics.get(symbol), symbol);
  }

  /** The agents begin. */
  start(): void {
    if (this.#steppedTo !== undefined) return;
    this.#steppedTo = this.now();
    const keepUp = (): void => {
      this.catchUp();
      this.#cancelTimer = this.#clock.setTimer(KEEP_UP_MS, keepUp);
    };
    this.#cancelTimer = this.#clock.setTimer(KEEP_UP_MS, keepUp);
  }

  /** The market stands still from here on. Orders are still taken. */
  stop(): void {
    this.catchUp();
    this.#cancelTimer?.();
    this.#steppedTo = undefined;
    this.agenda.stop();
  }

  /** Lets time pass by calling `pass`, with the market standing still or not. What is on the agenda happens either way. */
  passOver(standingStill: boolean, pass: () => void): void {
    const wasAlive = this.#steppedTo !== undefined;
    if (standingStill && wasAlive) this.stop();
    this.catchUp();
    pass();
    if (standingStill && wasAlive) this.start();
    this.catchUp();
  }

  /** Lives through the steps that have fallen due, and then through what is on the agenda. */
  catchUp(): void {
    this.#step();
    this.agenda.run();
  }

  #step(): void {
    if (this.#steppedTo === undefined) return;
    const now = this.now();
    const behind = Math.floor((now - this.#steppedTo) / STEP_MS);
    if (behind > MOST_STEPS) this.#steppedTo += (behind - MOST_STEPS) * STEP_MS;
    while (this.#steppedTo + STEP_MS <= now) {
      this.#steppedTo += STEP_MS;
      this.#agents.step(this.#steppedTo);
    }
  }
}
