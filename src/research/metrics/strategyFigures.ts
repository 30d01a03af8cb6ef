import { dec, type Decimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import {
  NO_POSITION,
  type Position,
  positionAfterConversion,
  positionAfterFill,
  positionFrom,
  unrealisedOf,
} from '../../engine/portfolio.ts';
import type { Conversion } from '../../model/conversion.ts';
import { currenciesOf } from '../../model/pair.ts';
import { type BandRun, type RunFill, type RunStrategy, type TradingHalt } from '../runRecord.ts';
import { type RunRates, runRates } from './currencyRates.ts';
import { dealsOf } from './dealsOf.ts';
import { type Fall, worstFalls } from './drawdowns.ts';
import { Holdings } from './holdings.ts';
import { lastMid } from './lastMid.ts';
import { marketsOf, roundTrips } from './roundTrips.ts';
import { mean, RunningSum } from './sampleStatistics.ts';
import { Slippage } from './slippage.ts';
import { TripSums } from './tripSums.ts';

/** What one strategy came to in one band. Money without a currency of its own is in the report's. */
export interface StrategyFigures {
  readonly name: string;
  /** What all that it traded has brought, at the mids of the end: fills, conversions, fees. Undefined where no pair values a currency of it. */
  readonly profit: Decimal | undefined;
  /** The currencies that no recorded pair values. */
  readonly unvalued: readonly string[];
  /** Its budget and the profit together. Undefined without a budget in the report's currency. */
  readonly equity: Decimal | undefined;
  readonly fills: number;
  readonly makers: number;
  readonly conversions: number;
  /** Statistics, as those of the whole run. NaN where no rate is known. */
  readonly traded: number;
  /** By currency, exact. */
  readonly fees: Readonly<Record<string, Decimal>>;
  readonly feesWorth: number;
  /** Against the mid 10 s after the fills, in basis points; above zero is a cost. NaN where it is not known. */
  readonly slippage10: number;
  readonly exposure: ExposureFigures | undefined;
  /** By rule. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly trips: TripSums;
  /** The worst falls of its profit, the deepest first. */
  readonly falls: readonly Fall[];
  /** Limits that have stopped it. */
  readonly halts: readonly TradingHalt[];
  readonly markets: readonly MarketFigures[];
  /** Conversions between currencies that are no market of its own; `profit` has them, no market has. */
  readonly otherConversions: number;
  /** What it had earned at each sample. */
  readonly curve: readonly number[];
}

/** The value of the base currencies that it has bought less sold. */
export interface ExposureFigures {
  readonly average: number;
  readonly most: number;
  readonly least: number;
  readonly end: number;
}

/** One market of a strategy, exact and in its quote currency unless said. */
export interface MarketFigures {
  readonly symbol: string;
  readonly quote: string;
  readonly fills: number;
  readonly conversions: number;
  readonly position: Position;
  /** What the position would bring at the last mid, less its cost. Undefined without a mid. */
  readonly unrealised: Decimal | undefined;
  readonly profit: Decimal | undefined;
  /** The profit in the report's currency, as the equity is valued. */
  readonly worth: Decimal | undefined;
  readonly refusals: Readonly<Record<string, number>>;
}

const MOST_FALLS = 3;

/** The figures of all strategies of a run, in the order of its settings. */
export function strategyFigures(run: BandRun, strategies: readonly RunStrategy[], currency: string): StrategyFigures[] {
  const rates = runRates(run.equity, currency);
  const books = new Map<string, StrategyBook>();
  const bookOf = (name: string): StrategyBook => {
    let book = books.get(name);
    if (book === undefined) books.set(name, (book = new StrategyBook(run, strategies, rates, currency, name)));
    return book;
  };
  for (const { name } of strategies) bookOf(name);
  for (const deal of dealsOf(run)) {
    if (deal.type === 'fill') bookOf(deal.filled.fill.strategy ?? '').fill(deal.filled, deal.at);
    else bookOf(deal.conversion.strategy ?? '').conversion(deal.conversion, deal.at);
  }
  roundTrips(run, strategies, (trip) => {
    const quote = currenciesOf(trip.symbol)?.quote ?? '';
    bookOf(trip.strategy).trips.add(trip, rates.of(quote, trip.closedAt ?? Infinity) ?? NaN);
  });
  return [...books.values()].map((book) => book.figures());
}

interface MarketBook {
  readonly symbol: string;
  position: Position;
  conversions: number;
}

/** What is counted of one strategy while the deals are walked through. */
class StrategyBook {
  readonly trips = new TripSums();
  readonly #run: BandRun;
  readonly #rates: RunRates;
  readonly #currency: string;
  readonly #settings: RunStrategy | undefined;
  readonly #name: string;
  readonly #markets = new Map<string, MarketBook>();
  readonly #holdings: Holdings;
  readonly #traded = new RunningSum();
  readonly #feesWorth = new RunningSum();
  readonly #fees = new Map<string, Decimal>();
  readonly #slippage = new Slippage();
  #fills = 0;
  #makers = 0;
  #conversions = 0;
  #otherConversions = 0;

  constructor(run: BandRun, strategies: readonly RunStrategy[], rates: RunRates, currency: string, name: string) {
    this.#run = run;
    this.#rates = rates;
    this.#currency = currency;
    this.#name = name;
    this.#settings = strategies.find((one) => one.name === name);
    this.#holdings = new Holdings(run.equity, rates, currency);
    for (const symbol of marketsOf(name, strategies)) this.#market(symbol);
    this.#open();
  }

  /** What the strategy began with counts at the price that it is said to have cost, as `sluice status` counts it. */
  #open(): void {
    const { symbol, opening } = this.#settings ?? {};
    if (symbol === undefined || opening === undefined) return;
    const { base, quote } = currenciesOf(symbol)!;
    const amount = dec(opening.amount);
    const cost = amount.times(opening.price);
    this.#market(symbol).position = positionFrom({ ...NO_POSITION, amount, cost, quoteFlow: cost.negated() });
    this.#holdings.change(-Infinity, base, amount);
    this.#holdings.change(-Infinity, quote, cost.negated());
  }

  fill(filled: RunFill, at: Instant): void {
    const { fill } = filled;
    const { symbol, side, price, amount, fee, feeCurrency, feeType, tradedAt } = fill;
    const { base, quote } = currenciesOf(symbol) ?? { base: '', quote: '' };
    const market = this.#market(symbol);
    market.position = positionAfterFill(market.position, fill);
    const value = price.times(amount);
    const isBuy = side === 'Buy';
    this.#holdings.change(at, base, isBuy ? amount : amount.negated());
    this.#holdings.change(at, quote, isBuy ? value.negated() : value);
    if (!fee.isZero()) this.#holdings.change(at, feeCurrency, fee.negated());
    const worth = value.toNumber() * (this.#rates.of(quote, tradedAt) ?? NaN);
    this.#traded.add(worth);
    this.#slippage.add(filled, worth);
    if (!fee.isZero()) this.#feesWorth.add(fee.toNumber() * (this.#rates.of(feeCurrency, tradedAt) ?? NaN));
    this.#fees.set(feeCurrency, (this.#fees.get(feeCurrency) ?? ZERO).plus(fee));
    this.#fills++;
    if (feeType.toLowerCase() === 'maker') this.#makers++;
  }

  conversion(conversion: Conversion, at: Instant): void {
    const { fromCurrency, toCurrency, fromAmount, toAmount } = conversion;
    this.#holdings.change(at, fromCurrency, fromAmount.negated());
    this.#holdings.change(at, toCurrency, toAmount);
    this.#conversions++;
    let isOwn = false;
    for (const market of this.#markets.values()) {
      const after = positionAfterConversion(market.position, market.symbol, conversion);
      if (after === market.position) continue;
      market.position = after;
      market.conversions++;
      isOwn = true;
    }
    if (!isOwn) this.#otherConversions++;
  }

  figures(): StrategyFigures {
    const { curve, exposures } = this.#holdings.end();
    const { equity, refusals, halts = [] } = this.#run;
    const profit = this.#holdings.worth;
    return {
      name: this.#name,
      profit,
      unvalued: this.#holdings.unvalued,
      equity: this.#equityWith(profit),
      fills: this.#fills,
      makers: this.#makers,
      conversions: this.#conversions,
      traded: this.#traded.value,
      fees: Object.fromEntries([...this.#fees].filter(([, fee]) => !fee.isZero())),
      feesWorth: this.#feesWorth.value,
      slippage10: this.#slippage.mean(10),
      exposure: exposureOf(exposures),
      refusals: refusals[this.#name] ?? {},
      trips: this.trips,
      falls: worstFalls(equity.at, curve, 'amount', MOST_FALLS),
      halts: halts.filter(({ scope }) => isAbout(scope, this.#name, [...this.#markets.keys()])),
      markets: [...this.#markets.values()].map((market) => this.#marketFigures(market)),
      otherConversions: this.#otherConversions,
      curve,
    };
  }

  #marketFigures({ symbol, position, conversions }: MarketBook): MarketFigures {
    const { base, quote } = currenciesOf(symbol) ?? { base: '', quote: '' };
    const mid = lastMid(this.#run.equity, symbol);
    const unrealised = position.amount.isZero() ? position.cost.negated() : mid && unrealisedOf(position, mid);
    const [held, paid] = [this.#rates.worthAtEnd(position.amount, base), this.#rates.worthAtEnd(position.quoteFlow, quote)];
    return {
      symbol,
      quote,
      fills: position.fills - conversions,
      conversions,
      position,
      unrealised,
      // Without a division, so to the last digit.
      profit: unrealised && position.quoteFlow.plus(position.amount.times(mid ?? ZERO)),
      worth: held && paid?.plus(held),
      refusals: this.#run.refusedOn?.[this.#name]?.[symbol] ?? {},
    };
  }

  #equityWith(profit: Decimal | undefined): Decimal | undefined {
    const budget = this.#settings?.budget;
    return budget?.currency === this.#currency ? profit?.plus(budget.amount) : undefined;
  }

  #market(symbol: string): MarketBook {
    let market = this.#markets.get(symbol);
    if (market === undefined) this.#markets.set(symbol, (market = { symbol, position: NO_POSITION, conversions: 0 }));
    return market;
  }
}

/** Whether a stop of that scope keeps the strategy from trading. */
function isAbout({ of, name }: TradingHalt['scope'], strategy: string, symbols: readonly string[]): boolean {
  return of === 'all' || (of === 'strategy' ? name === strategy : symbols.includes(name));
}

function exposureOf(values: readonly number[]): ExposureFigures | undefined {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return undefined;
  const extreme = (pick: (a: number, b: number) => number): number => known.reduce((most, value) => pick(most, value), 0.0);
  return { average: mean(known), most: extreme(Math.max), least: extreme(Math.min), end: known.at(-1)! };
}
