import { totalAmount } from '../base/decimal.ts';
import type { RiskLimits } from '../engine/risk/limits.ts';
import { restoredStops, STOPS_KEY } from '../engine/savedStops.ts';
import { accountLists, type AccountLists } from '../gateway/accountLists.ts';
import { GateChecks } from '../gateway/gateChecks.ts';
import { LastGate, type RiskyCommand } from '../gateway/lastGate.ts';
import { LiveVenue } from '../gateway/liveVenue.ts';
import { quoteByOurClock } from '../gateway/ourClock.ts';
import { OwnOrders } from '../gateway/ownOrders.ts';
import { shutLanes } from '../gateway/shutLanes.ts';
import type { Resolution } from '../gateway/resolver.ts';
import type { Balance } from '../model/balance.ts';
import type { Command } from '../model/command.ts';
import type { Quote } from '../model/conversion.ts';
import type { EventBody, Report } from '../model/event.ts';
import type { Pair } from '../model/pair.ts';
import { type Intent, shutsTrading } from '../model/intent.ts';
import type { BoundOrder } from '../model/journal.ts';
import type { ExecutionsSettled, ExecutionVerdict, Receiver, Verdict } from '../model/verdict.ts';
import type { TradingScope, TradingStop } from '../model/tradingStop.ts';
import { OPERATOR } from '../engine/operator.ts';
import { bookContextOf } from './bookContext.ts';
import { canceledBeside } from './canceledBeside.ts';
import { withLeftBehind } from './leftBehind.ts';
import { Reconciler } from './reconciler.ts';
import { Rereads } from './rereads.ts';
import { openOrder, restored, STRATEGY_STATE } from './restore.ts';
import type { TraderOptions } from './traderOptions.ts';
import type { AccountHooks, TradingAccount } from './tradingAccount.ts';

/** How late an order or an execution may become visible at the venue, where nothing else is known. */
const VISIBILITY_MS = 15_000;
/** How far apart the venue's and our word on a time may be. */
export const SKEW_MS = 5000;
const CLOSE_AFTER_ROUNDS = 2;
const MAX_DECISION_AGE_MS = 500;

/** The account at the venue: commands go through the journal, and the venue's lists tell what became of them. */
export class LiveAccount implements TradingAccount {
  readonly reconciler: Reconciler;
  readonly #options: TraderOptions;
  readonly #hooks: AccountHooks;
  readonly #venue: LiveVenue;
  readonly #lists: AccountLists;
  readonly #own: OwnOrders;
  readonly spared = OPERATOR;
  readonly #checks: GateChecks;
  readonly #gate: LastGate;
  readonly #rereads: Rereads;

  /** `reasonAgainst` takes the place of the risk checks in the last gate: of a request that has no place in an engine. */
  constructor(options: TraderOptions, hooks: AccountHooks, reasonAgainst?: (command: RiskyCommand) => string | undefined) {
    this.#options = options;
    this.#hooks = hooks;
    const { engine, clock } = options;
    this.#checks = new GateChecks({ limits: engine.limits, now: () => clock.now(), bookOf: (symbol) => hooks.bookOf(symbol) });
    this.#gate = new LastGate(reasonAgainst ?? ((command) => this.#checks.reasonAgainst(command)));
    this.#lists = accountLists(options.client, options.firstPage);
    const report = (news: Report): void => {
      this.#own.told(news);
      hooks.post({ type: 'report', report: news });
    };
    this.#venue = new LiveVenue({ ...options, ...hooks, gate: this.#gate, report, maxDecisionAgeMs: MAX_DECISION_AGE_MS });
    this.#own = new OwnOrders({
      ...options,
      lists: this.#lists,
      report,
      bookContext: (symbol) => bookContextOf(hooks.bookOf(symbol)),
      visibilityMs: options.visibilityMs ?? VISIBILITY_MS,
      skewMs: SKEW_MS,
      closeAfterRounds: CLOSE_AFTER_ROUNDS,
      ledgerWitness: {
        hasUnexplained: (currency) => this.reconciler.books.unexplained.has(currency),
        differences: (balances, since) => this.reconciler.books.differences(balances, since),
      },
    });
    this.#rereads = new Rereads({ ...options, reread: (spanMs, signal) => this.#own.reread(spanMs, signal) });
    this.reconciler = new Reconciler({ ...options, lists: this.#lists, own: this.#own });
  }

  send(command: Command): void {
    this.#venue.send(command);
  }

  get inFlight(): number {
    return this.#venue.inFlight;
  }

  /** Fills of the time away, adoptions, then all that is remembered. */
  async begin(pairs: readonly Pair[]): Promise<void> {
    this.#checks.pairs(pairs);
    const { journal, state, clock } = this.#options;
    const { post } = this.#hooks;
    const states = await state.load(STRATEGY_STATE);
    // What a person has stopped. What the engine has stopped by itself, it lifts by itself.
    this.#gate.restore(restoredStops(states[STOPS_KEY], clock.now()).filter(({ cause }) => cause === 'operator'));
    const { openOrders } = await this.#own.round();
    await this.#own.conversionRound();
    // Before the engine hears of any order.
    const unresolved = await journal.unresolved();
    const shut = shutLanes(unresolved, this.#options.unknownPerLane ?? 1);
    for (const one of unresolved) {
      const { id, kind, lane, evidence = 'no answer' } = one;
      if (!shut.has(lane) || !shutsTrading(one)) continue;
      post({ type: 'report', report: { type: 'lane-frozen', lane, reason: `the ${kind} ${id} has an unknown outcome: ${evidence}` } });
    }
    const pieces = restored(this.#options, openOrders, await canceledBeside(journal));
    for await (const piece of pieces) post(withLeftBehind(piece, this.#options));
    await this.reconciler.begin(pairs);
    if (this.#options.polls) await this.#rereads.start();
  }

  resolution(): Resolution {
    return this.#own.resolution();
  }

  ourQuote(quote: Quote): Quote {
    return quoteByOurClock(quote, this.#options.client.venueClock);
  }

  async look(): Promise<void> {
    await this.#own.round();
    await this.#own.conversionRound();
    if (this.#own.needsBalances) this.#hooks.onDoubt();
  }

  async balances(): Promise<readonly Balance[]> {
    const { books } = this.reconciler;
    await books.beforeReading();
    const balances = await this.#own.balances((read) => books.look(read));
    // An execution that shows late is the most common cause.
    if (this.#options.polls && books.unexplained.size > 0) this.#rereads.hurry();
    return balances;
  }

  async hasOpenOrders(): Promise<boolean> {
    return (await this.#options.journal.openOrders()).some(({ strategy }) => strategy !== this.spared);
  }

  /** The venue has its market itself; the last gate must hear of troubles and of other rules. */
  market(news: EventBody): void {
    if (news.type === 'pairs') this.#checks.pairs(news.pairs);
    if (news.type === 'market-warning') this.#checks.warning(news);
  }

  stopTrading(stop: TradingStop): void {
    this.#gate.stop(stop);
  }

  resumeTrading(scope: TradingScope): void {
    this.#gate.resume(scope);
  }

  limit(limits: RiskLimits): void {
    this.#checks.limit(limits);
  }

  resolve(id: string, verdict: Verdict): Promise<Intent> {
    return this.#own.resolve(id, verdict);
  }

  settleExecutions(orderId: string, verdict: ExecutionVerdict): Promise<ExecutionsSettled> {
    return this.#own.settleExecutions(orderId, verdict);
  }

  /** The engine hears of it as of an order of an earlier life, with the executions that it had until now. */
  async giveTo(strategy: Receiver, orderId: string, intentId: string): Promise<BoundOrder> {
    const { order, fills } = await this.#own.giveTo(strategy, orderId, intentId);
    // It is bound from here on: nothing that can fail may stand before the engine hears of it.
    const filled = totalAmount(fills);
    const placedAt = Math.min(order.openedAt, this.#options.clock.now());
    const orders = order.closedAt === undefined ? [openOrder({ order, placedAt, filled, remaining: order.amount.minus(filled) })] : [];
    this.#hooks.post({ type: 'restored', fills, conversions: [], orders, states: undefined });
    this.#hooks.onChange();
    return order;
  }

  close(): void {
    void this.#rereads.stop();
    this.#venue.close();
  }

  abort(): void {
    this.#venue.abort();
  }

  idle(): Promise<void> {
    return this.#venue.idle();
  }
}
