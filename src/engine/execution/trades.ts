import type { Decimal } from '../../base/decimal.ts';
import { conversionLane } from '../../model/command.ts';
import type { Conversion } from '../../model/conversion.ts';
import type { Fill } from '../../model/fill.ts';
import type { ConversionDealing } from '../conversionDealing.ts';
import type { Dealing } from '../dealing.ts';
import type { EngineState } from '../engineState.ts';
import type { EngineOrder } from '../market.ts';
import { type PendingConversion, timeNeeded } from '../pendingConversions.ts';
import type { Refusal } from '../refusal.ts';
import { sideToGive } from './bookLeg.ts';
import { compareWays, rateBy } from './compareWays.ts';
import { DEFAULT_EXECUTION, type ExecutionSettings } from './executionSettings.ts';
import { readTrades, TRADES_KEY, writeTrades } from './savedTrades.ts';
import { type DoneBefore, goOnFrom } from './goOnFrom.ts';
import { Trade } from './trade.ts';
import { bookLegConversion, bookLegFill } from './tradeBooking.ts';
import { TradeLegs } from './tradeLegs.ts';
import { type TradeAsked, tradeProblem } from './tradeProblem.ts';
import { comparedText, noWayText } from './wayText.ts';

/** A trade ends after so many decisions in a row that brought nothing. */
const MOST_FAILURES = 5;
const MOST_LEGS = 50;
/** A request for a quote is given up after this long without an answer. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Executes deals in the best way: it asks for a quote, compares it with the books, takes what is best, one leg after the other, and
 * decides anew for what is left. Each leg is an order or a conversion like any other, with its row in the journal. What is done
 * follows from fills and conversions alone, so that a later life goes on where this one ended.
 */
export class Trades {
  readonly #state: EngineState;
  readonly #dealing: Dealing;
  readonly #legs: TradeLegs;
  readonly #conversions: ConversionDealing;
  readonly #settings: ExecutionSettings;
  readonly #trades = new Map<string, Trade>();

  constructor(state: EngineState, dealing: Dealing, conversions: ConversionDealing) {
    this.#state = state;
    this.#dealing = dealing;
    this.#conversions = conversions;
    this.#settings = state.settings.execution ?? DEFAULT_EXECUTION;
    this.#legs = new TradeLegs(state, dealing, conversions, this.#settings, (trade) => this.#save(trade));
  }

  get isEmpty(): boolean {
    return this.#trades.size === 0;
  }

  get all(): readonly Trade[] {
    return [...this.#trades.values()];
  }

  /** Begins a trade under this id. The reason when it may not begin. */
  begin(strategy: string, id: string, asked: TradeAsked): Refusal | undefined {
    const problem = tradeProblem(strategy, asked, this.#trades.values());
    if (problem !== undefined) return problem;
    const trade = new Trade({ ...asked, id, strategy, startedAt: this.#state.now });
    this.#trades.set(id, trade);
    this.#save(trade);
    this.#goOn(trade);
    return undefined;
  }

  /**
   * Takes the trades of an earlier life, with what its fills and conversions say of them. A text that can't be read ends them, which
   * is told; their legs are in the journal like all others.
   */
  restore(text: string | undefined, done: DoneBefore): void {
    let trades: readonly Trade[];
    try {
      trades = readTrades(text);
    } catch {
      this.#tell('', 'warn', 'the saved trades can not be read, and do not go on; see `sluice fills list` and `sluice convert history`');
      return;
    }
    for (const trade of trades) {
      this.#trades.set(trade.terms.id, trade);
      goOnFrom(trade, done, (symbol) => this.#state.markets.get(symbol)?.pair);
      this.#tell(trade.terms.strategy, 'warn', `trade ${trade.terms.id} goes on after a restart`);
    }
  }

  /** The heartbeat: what waits is tried again. */
  timer(): void {
    for (const trade of this.all) {
      if (trade.requestId !== undefined && this.#state.now - trade.askedAt > ANSWER_WITHIN_MS) {
        this.noQuote(trade.requestId, 'the request for a quote was not answered');
      } else if (trade.requestId === undefined) this.#goOn(trade);
    }
  }

  /** A quote came. False when no trade waits for it. */
  quoted(pending: PendingConversion): boolean {
    const trade = this.#waitingFor(pending.requestId);
    if (trade === undefined) return false;
    trade.requestId = undefined;
    this.#decide(trade, pending);
    return true;
  }

  noQuote(requestId: string, reason: string): void {
    const trade = this.#waitingFor(requestId);
    if (trade === undefined) return;
    trade.requestId = undefined;
    this.#decide(trade, reason);
  }

  converted(conversion: Conversion): void {
    const trade = this.#ownerOf(conversion.intentId);
    if (trade === undefined) return;
    bookLegConversion(trade, conversion);
    this.#save(trade);
    this.#ended(trade, conversion.intentId!, undefined);
  }

  /** A conversion did not happen, for this reason. */
  notConverted(intentId: string, reason: string): void {
    const trade = this.#ownerOf(intentId);
    if (trade !== undefined) this.#ended(trade, intentId, reason);
  }

  /** Nobody knows yet what became of a leg. The resolver settles it, and the trade waits. */
  unknown(intentId: string): void {
    const trade = this.#ownerOf(intentId);
    if (trade === undefined) return;
    trade.problem = `the outcome of ${intentId} is unknown; \`sluice orders unresolved\` shows it, and the trade goes on once it is settled`;
    this.#tell(trade.terms.strategy, 'warn', `trade ${trade.terms.id} waits: ${trade.problem}`);
  }

  filled(fill: Fill): void {
    const trade = this.#ownerOf(fill.intentId);
    const market = this.#state.markets.get(fill.symbol);
    if (trade === undefined || market === undefined) return;
    bookLegFill(trade, fill, market.pair);
    this.#save(trade);
  }

  /** Something was reported of an order. What an order of ours has not taken at once is canceled. */
  settled(order: EngineOrder): void {
    const trade = this.#ownerOf(order.intentId);
    if (trade === undefined) return;
    if (order.state === 'open') this.#dealing.cancel(order);
    else if (order.state === 'unknown') this.unknown(order.intentId!);
    else if (order.state === 'closed')
      this.#ended(trade, order.intentId!, order.filled > 0 ? undefined : `its order was ${order.end ?? 'closed'}`);
  }

  #goOn(trade: Trade): void {
    if (trade.leg !== undefined || trade.requestId !== undefined) return this.#legs.cancelRest(trade);
    const { strategy, fromCurrency, toCurrency } = trade.terms;
    const step = trade.steps.findIndex((_, i) => !trade.isDone(i));
    if (step < 0) return this.#end(trade, undefined);
    const idle = this.#idleProblem(strategy);
    if (idle !== undefined) return this.#end(trade, idle);
    if (trade.failures >= MOST_FAILURES) return this.#end(trade, trade.problem ?? 'nothing was done');
    if (this.#state.seatsOf(strategy)[0]?.state === 'waiting') return;
    if (trade.legs >= MOST_LEGS) return this.#end(trade, `${MOST_LEGS} legs have not been enough`);
    if (trade.isPath && trade.legs === 0) return this.#decidePath(trade);
    if (trade.isPath) return this.#begunOr(trade, this.#legs.takeStep(trade, step));
    const frozen = this.#state.frozen.get(conversionLane(fromCurrency, toCurrency));
    if (frozen !== undefined && trade.legs > 0) {
      trade.problem = frozen;
      return;
    }
    trade.askedAt = this.#state.now;
    const request = { fromCurrency, toCurrency, size: trade.left(0), worstRate: undefined, tag: trade.terms.tag };
    trade.requestId = this.#conversions.request(strategy, request, undefined, true);
    if (trade.requestId === undefined) this.#decide(trade, `a check refused to ask for one: ${this.#conversions.refusedFor}`);
  }

  #decide(trade: Trade, quote: PendingConversion | string): void {
    const { strategy, fromCurrency, toCurrency, worstRate } = trade.terms;
    const idle = this.#idleProblem(strategy);
    if (idle !== undefined) return this.#end(trade, idle);
    const offer = typeof quote === 'string' ? undefined : quote.offer;
    const compared = compareWays({
      fromCurrency,
      toCurrency,
      size: trade.left(0),
      worstRate,
      quote: offer ?? (quote as string),
      quoteLeftMs: offer === undefined ? 0 : offer.validTo - this.#state.now - timeNeeded(quote as PendingConversion),
      // What was begun without a third currency is ended without one.
      markets:
        trade.legs === 0
          ? this.#legs.seenMarkets()
          : this.#legs.seenMarkets().filter(({ pair }) => sideToGive(pair, fromCurrency, toCurrency) !== undefined),
      unseen: trade.legs === 0 ? this.#legs.unseenMarkets(trade) : [],
      via: undefined,
      ...this.#settings,
    });
    trade.known = { quote: rateBy(compared, 'quote'), book: rateBy(compared, 'book') };
    this.#note(trade, comparedText(compared, fromCurrency, toCurrency));
    if (trade.terms.isDry) return this.#end(trade, undefined);
    const busy = this.#legs.busyWith(compared.possible[0]);
    if (busy !== undefined) return this.#failed(trade, `another order of ${busy} is on its way`);
    const leastRate = offer === undefined ? worstRate : betterRate(offer.toAmount.div(offer.fromAmount), worstRate);
    const problems = compared.impossible.map(noWayText);
    for (const way of compared.possible) {
      const problem = this.#legs.begin(trade, way, quote, leastRate);
      if (problem === undefined) return;
      problems.push(problem);
      // A path that could not be begun is tried again.
      if (trade.isPath) break;
    }
    this.#failed(trade, problems.join('; '));
  }

  /** Looks whether the path that was asked for is good enough, and begins it. */
  #decidePath(trade: Trade): void {
    const { fromCurrency, toCurrency, worstRate, via, isDry } = trade.terms;
    const looked = { fromCurrency, toCurrency, size: trade.left(0), worstRate, via, quote: 'the way was given', quoteLeftMs: 0 };
    const markets = { markets: this.#legs.seenMarkets(), unseen: this.#legs.unseenMarkets(trade) };
    const { possible, impossible } = compareWays({ ...looked, ...markets, ...this.#settings });
    const isPath = ({ kind }: { readonly kind: string }): boolean => kind === 'path';
    const paths = { possible: possible.filter(isPath), impossible: impossible.filter(isPath) };
    this.#note(trade, comparedText(paths, fromCurrency, toCurrency));
    if (isDry) this.#end(trade, undefined);
    else if (paths.possible.length > 0) this.#begunOr(trade, this.#legs.takeStep(trade, 0));
    else this.#failed(trade, noWayText(paths.impossible[0]!));
  }

  /** Why the strategy takes no risk. One that is about to begin is waited for. */
  #idleProblem(strategy: string): string | undefined {
    const state = this.#state.seatsOf(strategy)[0]?.state ?? 'running';
    return state === 'running' || state === 'waiting' ? undefined : `the strategy is ${state}`;
  }

  #begunOr(trade: Trade, problem: string | undefined): void {
    if (problem !== undefined) this.#failed(trade, problem);
  }

  /** A leg is over. */
  #ended(trade: Trade, intentId: string, reason: string | undefined): void {
    if (trade.leg?.intentId !== intentId) return;
    trade.leg = undefined;
    if (reason === undefined) {
      trade.failures = 0;
      this.#save(trade);
      this.#goOn(trade);
    } else this.#failed(trade, reason);
  }

  /** Nothing came of it. It is tried again with the next heartbeat. */
  #failed(trade: Trade, reason: string): void {
    trade.failures++;
    trade.problem = reason;
    if (trade.failures >= MOST_FAILURES) this.#end(trade, reason);
    else this.#save(trade);
  }

  #end(trade: Trade, reason: string | undefined): void {
    const { id, strategy, fromCurrency, toCurrency, isDry } = trade.terms;
    this.#trades.delete(id);
    this.#save(trade);
    const { gave, brought, held, compared } = trade;
    const outcome = isDry ? 'compared' : reason === undefined ? 'done' : gave.isZero() ? 'nothing' : 'part';
    const stuck = held.map(
      ([currency, amount]) =>
        ` It holds ${amount} ${currency}: \`sluice convert best ${currency} ${toCurrency} --amount ${amount}\` goes on.`,
    );
    const message = `${reason ?? compared.at(-1) ?? ''}${reason === undefined ? '' : stuck.join('')}`;
    this.#state.sink.notice({ type: 'trade', tradeId: id, strategy, outcome, fromCurrency, toCurrency, gave, brought, message, compared });
  }

  #note(trade: Trade, text: string): void {
    trade.compared.push(text);
    this.#tell(trade.terms.strategy, 'info', `trade ${trade.terms.id}: ${text}`);
  }

  #tell(strategy: string, level: 'info' | 'warn', message: string): void {
    this.#state.sink.notice({ type: 'log', strategy, level, message });
  }

  #save({ terms }: Trade): void {
    const { sink } = this.#state;
    if (sink.hearsNotices && !terms.isDry)
      sink.notice({ type: 'save-state', strategy: TRADES_KEY, state: writeTrades(this.#trades.values()) });
  }

  #waitingFor(requestId: string): Trade | undefined {
    for (const trade of this.#trades.values()) if (trade.requestId === requestId) return trade;
    return undefined;
  }

  #ownerOf(intentId: string | undefined): Trade | undefined {
    if (intentId === undefined) return undefined;
    for (const trade of this.#trades.values()) if (trade.owns(intentId)) return trade;
    return undefined;
  }
}

function betterRate(quoted: Decimal, worst: Decimal | undefined): Decimal {
  return worst === undefined || quoted.gt(worst) ? quoted : worst;
}
