import { ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { EngineSettings, Output } from '../../engine/engineState.ts';
import { EventDoor } from '../../engine/eventDoor.ts';
import { readParams } from '../../engine/params.ts';
import type { AnyStrategy } from '../../engine/strategy.ts';
import type { Command } from '../../model/command.ts';
import type { Fill } from '../../model/fill.ts';
import { priceOf } from '../../model/grid.ts';
import type { EventBody } from '../../model/event.ts';
import type { Notice } from '../../model/notice.ts';
import { kindOfText } from '../../model/kindOfText.ts';
import { trialEvents, type TrialMarketName } from './trialMarket.ts';
import { type TrialAsked, type TrialMarkets, trialMarketsOf, type TrialPair } from './trialPairs.ts';
import { TrialVenue } from './trialVenue.ts';

const NAME = 'trial';
/** What is sent is answered after so long, and what is sent for an answer again, up to so often until the next event. */
const ANSWER_MS = 200;
const ANSWERED_AT_ONCE = 3;
/** How many least amounts a strategy holds that begins with something. */
const HELD = 100;

/** One run of a strategy. */
export interface TrialPlan {
  readonly market: TrialMarketName;
  readonly seed: string;
  /** Its markets and parameters, where they are not those of its defaults. */
  readonly asked?: TrialAsked | undefined;
  /** The venue refuses a third of what it is asked for. */
  readonly refuses?: boolean;
  /** It has bought something in each of its markets before. */
  readonly holds?: boolean;
  /** It ends before this event of the market. */
  readonly until?: number;
  /** It is restarted before this event of the market. */
  readonly restartAt?: number;
}

/** Something that was decided, and the event of the market by which it was. */
export interface TrialDecision {
  readonly event: TrialMoment;
  readonly command: Command;
}

/** The number of an event of the market, from 1, its type and its time. */
export interface TrialMoment {
  readonly number: number;
  readonly type: EventBody['type'];
  readonly at: Instant;
}

export interface TrialOutcome {
  readonly plan: TrialPlan;
  /** The last event. Its number is how many there were. */
  readonly last: TrialMoment;
  readonly decisions: readonly TrialDecision[];
  readonly fills: number;
  /** Lines and warnings for people. */
  readonly told: number;
  /** The pairs that it traded. */
  readonly symbols: readonly string[];
  /** What the engine refused: the first words of each kind. */
  readonly refusals: readonly { readonly event: TrialMoment; readonly rule: string; readonly message: string }[];
  /** The strategy was stopped or paused. */
  readonly stopped: { readonly event: TrialMoment; readonly reason: string } | undefined;
}

/** Runs a strategy in the real engine, in a made-up market. `tell` hears of each event before it is handled. */
export function runTrial(definition: AnyStrategy, plan: TrialPlan, tell: (event: TrialMoment) => void): TrialOutcome {
  const run = new TrialRun(definition, plan);
  for (const { at, body } of trialEvents(plan.market, plan.seed, run.pairs)) {
    const number = run.event.number + 1;
    if (number === plan.until) break;
    run.event = { number, type: body.type, at };
    tell(run.event);
    if (number === plan.restartAt) run.restart(at);
    run.take(at, body);
    if (run.stopped !== undefined) break;
  }
  return {
    plan,
    symbols: run.pairs.map(({ symbol }) => symbol),
    last: run.event,
    decisions: run.decisions,
    fills: run.venue.fills.length,
    told: run.told,
    refusals: [...run.refusals.values()],
    stopped: run.stopped,
  };
}

class TrialRun {
  event: TrialMoment = { number: 0, type: 'pairs', at: 0 };
  stopped: TrialOutcome['stopped'];
  told = 0;
  readonly decisions: TrialDecision[] = [];
  readonly refusals = new Map<string, TrialOutcome['refusals'][number]>();
  readonly venue: TrialVenue;
  readonly pairs: TrialMarkets['pairs'];
  readonly #settings: EngineSettings;
  readonly #held: readonly Fill[];
  #engine: EventDoor | undefined;
  /** What the strategy and the desk have saved, by their names. */
  readonly #saved = new Map<string, string>();
  #sequence = 0;

  constructor(definition: AnyStrategy, { market, seed, asked = {}, refuses = false, holds = false }: TrialPlan) {
    const markets = trialMarketsOf(definition.markets, asked);
    this.pairs = markets.pairs;
    this.venue = new TrialVenue(`${market}:${seed}`, refuses, markets.pairs);
    this.#settings = trialSettings(definition, seed, markets, asked);
    this.#held = holds ? markets.pairs.map(heldOf) : [];
  }

  /** The strategy begins, with what an earlier life has left. */
  restart(at: Instant): void {
    this.#engine = new EventDoor(this.#settings);
    const { venue } = this;
    this.#process(at, { type: 'pairs', pairs: this.pairs });
    this.#process(at, { type: 'balances', rows: venue.balances() });
    const { conversions } = venue;
    const fills = [...this.#held, ...venue.fills];
    const states = Object.fromEntries(this.#saved);
    this.#process(at, { type: 'restored', fills, conversions, orders: venue.orders(), states, childSums: venue.executed() });
    this.#process(at, { type: 'set-up' });
  }

  take(at: Instant, body: EventBody): void {
    if (this.#engine === undefined) this.restart(at);
    if (body.type === 'book') this.venue.see(body.book, at);
    this.#process(at, body);
    for (let i = 1; i <= ANSWERED_AT_ONCE; i++) {
      const reports = this.venue.take();
      if (reports.length === 0) return;
      for (const report of reports) this.#process(at + i * ANSWER_MS, { type: 'report', report });
      this.#process(at + i * ANSWER_MS, { type: 'balances', rows: this.venue.balances() });
    }
  }

  #process(at: Instant, body: EventBody): void {
    for (const output of this.#engine!.process({ ...body, at, sequence: this.#sequence++ })) this.#heed(output, at);
  }

  #heed(output: Output, at: Instant): void {
    if ('decidedAt' in output) {
      this.decisions.push({ event: this.event, command: output });
      this.venue.execute(output, at);
    } else this.#notice(output);
  }

  #notice(notice: Notice): void {
    const { event } = this;
    if (notice.type === 'strategy-stopped') this.stopped ??= { event, reason: notice.reason };
    else if (notice.type === 'log' || notice.type === 'alert') this.told++;
    else if (notice.type === 'save-state') this.#saved.set(notice.strategy, notice.state);
    else if (notice.type === 'refused') {
      const { rule, message } = notice;
      const kind = `${rule}: ${kindOfText(message)}`;
      if (!this.refusals.has(kind)) this.refusals.set(kind, { event, rule, message });
    }
  }
}

/** What a strategy has bought of a pair in an earlier life. */
function heldOf({ symbol, base, grid, minVolume, firstMid }: TrialPair): Fill {
  return {
    id: `held ${symbol}`,
    orderId: `held ${symbol}`,
    symbol,
    side: 'Buy',
    type: 'Limit',
    price: priceOf(grid, firstMid),
    amount: minVolume.times(HELD),
    fee: ZERO,
    feeCurrency: base,
    feeType: 'Maker',
    openedAt: 0,
    tradedAt: 0,
    receivedAt: 0,
    intentId: undefined,
    strategy: NAME,
    tag: undefined,
  };
}

function trialSettings(
  definition: AnyStrategy,
  seed: string,
  { traded, pairs }: TrialMarkets,
  { params = {} }: TrialAsked,
): EngineSettings {
  const { values } = readParams(definition.params, params);
  return {
    strategies: [{ name: NAME, ...traded, definition, params: values }],
    replaces: true,
    tellsEachRefusal: true,
    seed,
    limits: {
      symbols: pairs.map(({ symbol }) => symbol),
      maxOrderValue: undefined,
      maxOpenOrders: undefined,
      priceCollar: undefined,
      staleAfterMs: 30_000,
      maxOrdersPerMinute: undefined,
      maxDailyLoss: undefined,
      budgets: {},
    },
  };
}
