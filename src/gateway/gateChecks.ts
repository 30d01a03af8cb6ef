import { Engine } from '../engine/engine.ts';
import type { EngineSink } from '../engine/engineState.ts';
import type { RiskLimits } from '../engine/risk/limits.ts';
import { type ConversionRequest, OrderRequest } from '../engine/risk/request.ts';
import {
  conversionPace,
  messageAgainst,
  ruleAgainstOrder,
  ruleAgainstConversion,
  ruleAgainstPace,
  ruleAgainstQuote,
} from '../engine/risk/riskGate.ts';
import { sideCode } from '../model/side.ts';
import type { Instant } from '../base/instant.ts';
import type { Book } from '../model/book.ts';
import type { PlaceCommand, ReplaceCommand } from '../model/command.ts';
import type { MarketWarning } from '../model/event.ts';
import { lotsOf, ticksOf } from '../model/grid.ts';
import type { Pair } from '../model/pair.ts';
import type { RiskyCommand } from './lastGate.ts';

export interface GateChecksOptions {
  readonly limits: RiskLimits;
  readonly now: () => Instant;
  /** The last book that was read of a symbol. */
  readonly bookOf: (symbol: string) => Book | undefined;
}

/**
 * The checks of a command on its own, made once more before it leaves: the list of symbols, the pair's rules, a fresh and sound
 * book, the collar, amount and value, and how many were sent within a minute. They are the engine's own checks with a separate
 * state that has no strategies and no positions.
 */
export class GateChecks {
  readonly #options: GateChecksOptions;
  readonly #engine: Engine;
  readonly #request = new OrderRequest();

  constructor(options: GateChecksOptions) {
    this.#options = options;
    this.#engine = new Engine({ strategies: [], limits: options.limits, replaces: false, seed: 0 }, NOTHING);
  }

  pairs(pairs: readonly Pair[]): void {
    this.#engine.pairs(pairs);
  }

  /** From here on these limits hold. */
  limit(limits: RiskLimits): void {
    this.#engine.state.configure({ ...this.#engine.state.settings, limits });
  }

  warning(warning: MarketWarning): void {
    const market = this.#engine.state.markets.get(warning.symbol);
    if (market !== undefined) this.#engine.warning(market, warning);
  }

  /** Why the command may not leave. Undefined when it may; then it counts towards the rates. */
  reasonAgainst(command: RiskyCommand): string | undefined {
    this.#engine.state.now = this.#options.now();
    if (command.type === 'place') return this.#orderReason(command, command.reduces === true);
    if (command.type === 'replace') return this.#orderReason(command, false);
    // A request for a quote binds nobody; the conversion that follows it is checked.
    if (command.type === 'request-quote') return undefined;
    const { quote, strategy, decidedAt } = command;
    return this.#conversionReason({ ...quote, strategy }, decidedAt);
  }

  /** The pace holds nothing back that makes a position smaller, here as in the engine. */
  #orderReason(command: PlaceCommand | ReplaceCommand, isReducing: boolean): string | undefined {
    const { strategy, symbol, side, price, amount, decidedAt } = command;
    const { state, orders } = this.#engine;
    const market = state.markets.get(symbol);
    if (market === undefined) return `${symbol} is not known here`;
    this.#look(symbol);
    const { grid } = market.pair;
    const ticks = price === undefined ? 0 : ticksOf(grid, price, 'exact');
    const request = this.#request;
    request.set(
      state.owner(strategy, symbol),
      market,
      sideCode(side),
      price === undefined,
      ticks,
      lotsOf(grid, amount, 'exact'),
      undefined,
    );
    let rule = ruleAgainstOrder(request, state);
    // Rates are those of the decisions, as the engine counts them.
    state.now = decidedAt;
    if (!isReducing) rule ??= ruleAgainstPace(request, state);
    if (rule !== undefined) return `${rule}: ${messageAgainst(rule, request, state, orders)}`;
    state.sent.add(decidedAt);
    market.sent.add(decidedAt);
    return undefined;
  }

  #conversionReason(request: ConversionRequest, decidedAt: Instant): string | undefined {
    const { fromCurrency, toCurrency } = request;
    const { state } = this.#engine;
    this.#look(`${fromCurrency}/${toCurrency}`);
    this.#look(`${toCurrency}/${fromCurrency}`);
    let refusal = ruleAgainstQuote(request, state) ?? ruleAgainstConversion(request, state);
    state.now = decidedAt;
    refusal ??= conversionPace(state);
    if (refusal !== undefined) return `${refusal.rule}: ${refusal.message}`;
    state.sent.add(decidedAt);
    return undefined;
  }

  /** Takes the newest book of every market, by which values are compared. */
  #look(symbol: string): void {
    const market = this.#engine.state.markets.get(symbol);
    const book = this.#options.bookOf(symbol);
    if (market !== undefined && book !== undefined && (book !== market.book || book.receivedAt !== market.bookAt)) market.show(book);
  }
}

function never(): never {
  throw new TypeError('the last gate decides nothing');
}

/** An engine without strategies decides nothing, and nobody listens to it. */
const NOTHING: EngineSink = {
  name: never,
  place: never,
  replace: never,
  cancel: never,
  requestQuote: never,
  convert: never,
  notice: () => undefined,
  hearsNotices: false,
  newId: never,
  reportShown: never,
  fillShown: never,
  takeUnfolded: () => [],
};
