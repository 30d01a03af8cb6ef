import type { Report } from '../model/event.ts';
import type { IntentKind } from '../model/intent.ts';
import type { EngineState } from './engineState.ts';
import type { QuoteDesk } from './quoteDesk.ts';
import type { StrategyContext, StrategyHandlers } from './strategy.ts';
import { type Desks, strategyContext } from './strategyContext.ts';
import { type Invoke, StrategyRun } from './strategyRun.ts';

/** A strategy whose orders the venue refuses so often in a row is paused. */
const REFUSALS_BEFORE_PAUSE = 5;
/** A replacement is often refused because the order was filled meanwhile: so many count for one. */
const REPLACEMENTS_FOR_ONE = 5;
/** First wait after a refusal; it doubles with each one in a row. */
const REFUSAL_BACKOFF_MS = 1000;
const MOST_DOUBLINGS = 6;
/** Wait after a replacement was refused or anything was not sent: until the lists have been read. */
const RETRY_MS = 300;

/** Runs the strategies: starts, calls, pauses and stops each by itself. */
export class StrategyHost {
  readonly #state: EngineState;
  readonly #desk: QuoteDesk;
  readonly #desks: Desks;
  readonly #contexts = new Map<string, StrategyContext>();
  #saved: Readonly<Record<string, string>> = {};

  constructor(state: EngineState, desk: QuoteDesk, desks: Desks) {
    this.#state = state;
    this.#desk = desk;
    this.#desks = desks;
    for (const settings of state.settings.strategies) {
      state.addRun(new StrategyRun(settings, (run, reason) => this.stop(run, 'stopped', reason)));
    }
  }

  /** What the strategies saved in earlier lives; each takes its own when it starts. */
  restore(saved: Readonly<Record<string, string>>): void {
    this.#saved = saved;
  }

  /** Starts what waits for the symbol's first news, and calls every strategy on it. */
  callOn(symbol: string, what: keyof StrategyHandlers, invoke: Invoke, startsWaiting = false): void {
    for (const run of this.#state.runsOn(symbol)) {
      if (startsWaiting) this.#ensureStarted(run);
      run.call(what, invoke, this.#contextOf(run));
    }
  }

  /** News of a strategy's own orders and executions: told while it is paused too. */
  tell(strategy: string | undefined, what: keyof StrategyHandlers, invoke: Invoke): void {
    const run = strategy === undefined ? undefined : this.#state.runs.get(strategy);
    run?.call(what, invoke, this.#contextOf(run), true);
  }

  report(strategy: string, report: Report): void {
    this.tell(strategy, 'onReport', (handlers, context) => handlers.onReport?.(report, context));
  }

  /** Stops or pauses one strategy: its orders are canceled, the others run on. */
  stop(run: StrategyRun, state: 'stopped' | 'paused', reason: string, isAsked = false): void {
    if (run.state === 'stopped' || run.state === state) return;
    run.end(this.#contextOf(run), state, reason);
    this.#state.put({ type: 'strategy-state', strategy: run.name, state });
    if (state === 'stopped' || !isAsked) this.#state.put({ type: 'strategy-stopped', strategy: run.name, reason });
    this.#desk.work(run.symbol);
  }

  resume(run: StrategyRun): void {
    if (run.state !== 'paused') return;
    run.resume();
    this.#state.put({ type: 'strategy-state', strategy: run.name, state: 'running' });
  }

  /** No strategy runs from here on. With `keep`, what rests is left to rest. */
  shutdown(onStop: 'cancel' | 'keep'): void {
    for (const run of this.#state.runs.values()) {
      run.end(this.#contextOf(run), 'stopped', 'shutting down');
      if (onStop === 'keep') run.wanted = undefined;
    }
  }

  /** The venue refused an intent: wait longer each time, and pause when it goes on. */
  refused(strategy: string, kind: IntentKind, message: string): void {
    const run = this.#state.runs.get(strategy);
    if (run === undefined || kind === 'cancel') return;
    const isReplace = kind === 'replace';
    run.refusals += isReplace ? 1 : REPLACEMENTS_FOR_ONE;
    const inARow = run.refusals / REPLACEMENTS_FOR_ONE;
    const waitMs = isReplace ? RETRY_MS : REFUSAL_BACKOFF_MS * 2 ** Math.min(Math.ceil(inARow) - 1, MOST_DOUBLINGS);
    run.notBefore = Math.max(run.notBefore, this.#state.now + waitMs);
    if (inARow < REFUSALS_BEFORE_PAUSE) return;
    this.stop(run, 'paused', `the venue refused orders again and again, the last one with: ${message}`);
  }

  notSent(strategy: string): void {
    const run = this.#state.runs.get(strategy);
    if (run !== undefined) run.notBefore = Math.max(run.notBefore, this.#state.now + RETRY_MS);
  }

  accepted(strategy: string): void {
    const run = this.#state.runs.get(strategy);
    if (run !== undefined) run.refusals = 0;
  }

  #ensureStarted(run: StrategyRun): void {
    if (run.state !== 'waiting') return;
    this.#state.put({ type: 'strategy-state', strategy: run.name, state: 'running' });
    run.start(this.#contextOf(run), Object.hasOwn(this.#saved, run.name) ? this.#saved[run.name] : undefined);
  }

  #contextOf(run: StrategyRun): StrategyContext {
    let context = this.#contexts.get(run.name);
    if (context === undefined) {
      context = strategyContext(run, this.#state, this.#desks);
      this.#contexts.set(run.name, context);
    }
    return context;
  }
}
