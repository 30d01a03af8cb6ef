import { dec, type Decimal } from '../../base/decimal.ts';
import { lotsOf } from '../../model/grid.ts';
import type { ConversionDealing } from '../conversionDealing.ts';
import type { Dealing } from '../dealing.ts';
import type { EngineState } from '../engineState.ts';
import type { Market } from '../market.ts';
import type { PendingConversion } from '../pendingConversions.ts';
import { sideCode } from '../../model/side.ts';
import { OPERATOR } from '../operator.ts';
import { type BookLeg, bookLeg, type SeenMarket, sideToGive, type UnseenMarket } from './bookLeg.ts';
import { collarTicks } from './collarPrice.ts';
import type { Way } from './compareWays.ts';
import type { ExecutionSettings } from './executionSettings.ts';
import type { Trade, TradeLeg } from './trade.ts';

/** Turns the legs of trades into orders and conversions, which pass the same checks as all others. */
export class TradeLegs {
  readonly #state: EngineState;
  readonly #dealing: Dealing;
  readonly #conversions: ConversionDealing;
  readonly #settings: ExecutionSettings;
  /** Writes the trade down, before its leg is sent. */
  readonly #save: (trade: Trade) => void;

  constructor(
    state: EngineState,
    dealing: Dealing,
    conversions: ConversionDealing,
    settings: ExecutionSettings,
    save: (trade: Trade) => void,
  ) {
    this.#state = state;
    this.#dealing = dealing;
    this.#conversions = conversions;
    this.#settings = settings;
    this.#save = save;
  }

  /** The markets whose books an order could be placed by now. */
  seenMarkets(): readonly SeenMarket[] {
    const { markets, now, limits } = this.#state;
    const isGood = (market: Market): boolean =>
      !market.isTroubled && now - market.bookAt <= limits.staleAfterMs && limits.symbols.includes(market.symbol);
    return markets.all.flatMap((market) => (market.book !== undefined && isGood(market) ? [{ pair: market.pair, book: market.book }] : []));
  }

  /** The markets that there are beside those, with the reason: a person who compares has to know what was left out. A strategy's deals do without. */
  unseenMarkets({ terms }: Trade): readonly UnseenMarket[] {
    if (terms.strategy !== OPERATOR) return [];
    const seen = new Set(this.seenMarkets().map(({ pair }) => pair));
    const { markets, limits } = this.#state;
    return markets.all
      .filter(({ pair }) => !seen.has(pair))
      .map((market) => ({ pair: market.pair, problem: unseenProblem(market, limits.symbols) }));
  }

  /** The symbol that the first order of a way would have to wait for. */
  busyWith(way: Way | undefined): string | undefined {
    const [leg] = way?.legs ?? [];
    return leg?.kind === 'book' && this.#market(leg.symbol).underway > 0 ? leg.symbol : undefined;
  }

  /**
   * Begins with a way. `leastRate`: what the book's part must bring at least, since the quote brings it. In words why it could not be
   * begun.
   */
  begin(trade: Trade, way: Way, quote: PendingConversion | string, leastRate: Decimal | undefined): string | undefined {
    if (way.kind === 'path') {
      trade.takePath(way.via, way.gives);
      return this.takeStep(trade, 0);
    }
    const [leg] = way.legs;
    return leg!.kind === 'book' ? this.#order(trade, leg as BookLeg, leastRate) : this.#accept(trade, quote as PendingConversion);
  }

  /** Goes a step of a path, by the book. In words why it could not be begun. */
  takeStep(trade: Trade, step: number): string | undefined {
    const [fromCurrency, toCurrency] = [trade.route[step]!, trade.route[step + 1]!];
    const market = this.seenMarkets().find(({ pair }) => sideToGive(pair, fromCurrency, toCurrency) !== undefined);
    if (market === undefined) return `no fresh book exchanges ${fromCurrency} for ${toCurrency}`;
    const leg = bookLeg(market, { fromCurrency, toCurrency, size: trade.left(step) }, this.#settings.takerFee);
    return typeof leg === 'string' ? leg : this.#order(trade, leg, leastOfStep(trade, step));
  }

  /** Cancels what an order has not taken at once. The cancel is repeated until it has worked. */
  cancelRest({ leg, terms }: Trade): void {
    if (leg?.kind !== 'book') return;
    for (const { live } of this.#state.owner(terms.strategy, '').peers) {
      for (const order of live.copy()) if (order.intentId === leg.intentId) this.#dealing.cancel(order);
    }
  }

  #accept(trade: Trade, { requestId, offer }: PendingConversion): string | undefined {
    const intentId = this.#begun(trade, 'quote', `the quote ${offer!.id}`);
    const accepted = this.#conversions.acceptShown(trade.terms.strategy, { ...offer!, requestId, tag: undefined }, intentId);
    return accepted === undefined ? this.#undone(trade, 'the quote could not be accepted') : undefined;
  }

  /** Places an order that takes what the walk saw, up to a collar. */
  #order(trade: Trade, leg: BookLeg, leastRate: Decimal | undefined): string | undefined {
    const { symbol, side, amount, worstPrice } = leg;
    const market = this.#market(symbol);
    const { grid } = market.pair;
    const ticks = collarTicks(grid, side, worstPrice, { ...this.#settings, leastRate });
    if (ticks < 1) return `no price of ${symbol} is good enough`;
    if (market.underway > 0) return `another order of ${symbol} is on its way`;
    const lots = Math.min(lotsOf(grid, amount, 'down'), lotsAtLimit(trade, leg, market, ticks));
    const intentId = this.#begun(trade, 'book', `${side} ${amount} ${symbol}`);
    const seat = this.#state.owner(trade.terms.strategy, symbol);
    const placed = this.#dealing.place(seat, market, sideCode(side), false, ticks, lots, trade.terms.tag, intentId, true);
    return placed === undefined ? this.#undone(trade, `${side} ${amount} ${symbol} could not be placed`) : undefined;
  }

  #begun(trade: Trade, kind: TradeLeg['kind'], what: string): string {
    const intentId = trade.nextIntent();
    trade.leg = { intentId, kind, what };
    trade.problem = undefined;
    this.#save(trade);
    this.#state.sink.notice({ type: 'leg', intentId, ...trade.known });
    return intentId;
  }

  #undone(trade: Trade, problem: string): string {
    trade.leg = undefined;
    return problem;
  }

  #market(symbol: string): Market {
    return this.#state.markets.get(symbol)!;
  }
}

function unseenProblem({ symbol, isTroubled }: Market, allowed: readonly string[]): string {
  if (!allowed.includes(symbol)) return `${symbol} may not be traded here: name it in risk.symbols`;
  if (isTroubled) return `the book of ${symbol} is not good at the moment`;
  return `the book of ${symbol} could not be read in time: --via reads it before all others`;
}

/** The rate that the last step must have at least, so that the whole is not worse than the worst rate. */
function leastOfStep({ terms, steps }: Trade, step: number): Decimal | undefined {
  if (terms.worstRate === undefined || step < steps.length - 1) return undefined;
  const before = steps.slice(0, -1).reduce((rate, { gave, brought }) => rate.times(brought.div(gave)), dec(1));
  return terms.worstRate.div(before);
}

/** What is to be given must do even if all is bought at the limit. */
function lotsAtLimit(trade: Trade, { side, fromCurrency }: BookLeg, { pair: { grid } }: Market, ticks: number): number {
  const left = trade.left(trade.route.indexOf(fromCurrency));
  if (side === 'Sell' || !('fromAmount' in left)) return Infinity;
  return lotsOf(grid, left.fromAmount.div(grid.tick.times(ticks)), 'down');
}
