import { Subject, type Observable, type Subscription } from 'rxjs';
import type { Instant } from '../base/instant.ts';
import { messageOf } from '../base/fault.ts';
import type { BookView } from '../market/bookView.ts';
import type { MarketWarning, Report } from '../model/event.ts';
import type { Fill } from '../model/fill.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { Wanted } from './desk.ts';
import type { StrategyContext, StrategyDefinition, StrategyHandlers, StrategyIntent } from './strategy.ts';

export type RunState = 'waiting' | 'running' | 'paused' | 'stopped';

/** One strategy as configured. */
export interface StrategySettings {
  /** The name of the instance. */
  readonly name: string;
  readonly symbol: string;
  readonly definition: StrategyDefinition;
  /** Parsed by the definition's own parameters. */
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * One running instance of a strategy. It guards every call: what throws stops this instance, with the reason, and nothing
 * else.
 */
export class StrategyRun {
  readonly settings: StrategySettings;
  state: RunState = 'waiting';
  /** Why it is stopped or paused. */
  reason: string | undefined;
  /** What should be resting; undefined until the strategy first says so. */
  wanted: readonly Wanted[] | undefined;
  /** Orders that the strategy placed one by one, which the desk leaves alone. */
  readonly ownHand = new Set<string>();
  /** No risk-taking command of the desk before this time, after the venue refused one. */
  notBefore: Instant = 0;
  /** Refusals of the venue in a row. */
  refusals = 0;
  readonly saved: Record<string, string>;
  #handlers: StrategyHandlers = {};
  #subscription: Subscription | undefined;
  readonly #onThrow: (run: StrategyRun, reason: string) => void;

  constructor(settings: StrategySettings, saved: Readonly<Record<string, string>>, onThrow: (run: StrategyRun, reason: string) => void) {
    this.settings = settings;
    this.saved = { ...saved };
    this.#onThrow = onThrow;
  }

  get name(): string {
    return this.settings.name;
  }

  get symbol(): string {
    return this.settings.symbol;
  }

  /** Sets the instance up and calls `onStart`. */
  start(context: StrategyContext): void {
    this.state = 'running';
    this.#guard('setup', () => {
      const streams = newStreams();
      const made = this.settings.definition.setup(this.settings.params, { ...streams, context });
      this.#handlers = isObservable(made) ? this.#streamHandlers(made, streams, context) : made;
    });
    this.call('onStart', (handlers) => handlers.onStart?.(context));
  }

  /** Calls one handler, if the instance runs. News of its own orders is told while it is paused too. */
  call(what: string, invoke: (handlers: StrategyHandlers) => void, alsoPaused = false): void {
    if (this.state === 'running' || (alsoPaused && this.state === 'paused')) this.#guard(what, () => invoke(this.#handlers));
  }

  /** The last call. */
  end(context: StrategyContext, state: 'stopped' | 'paused', reason: string): void {
    if (this.state === 'stopped') return;
    if (state === 'stopped' && this.state !== 'waiting') {
      const handlers = this.#handlers;
      this.#guard('onStop', () => handlers.onStop?.(context));
      this.#subscription?.unsubscribe();
    }
    this.state = state;
    this.reason = reason;
    this.wanted = [];
  }

  #guard(what: string, invoke: () => void): void {
    try {
      invoke();
    } catch (error) {
      this.#onThrow(this, `${what} threw: ${messageOf(error)}`);
    }
  }

  /** The stream form as handlers: events go into subjects, intents come out as calls on the context. */
  #streamHandlers(intents: Observable<StrategyIntent>, streams: Streams, context: StrategyContext): StrategyHandlers {
    this.#subscription = intents.subscribe({
      next: (intent) => act(intent, context),
      error: (error: unknown) => this.#onThrow(this, `its stream failed: ${messageOf(error)}`),
    });
    return {
      onBook: (book) => streams.book$.next(book),
      onStats: (statistics) => streams.stats$.next(statistics),
      onFill: (fill) => streams.fill$.next(fill),
      onReport: (report) => streams.report$.next(report),
      onWarning: (warning) => streams.warning$.next(warning),
      onTimer: ({ now }) => streams.timer$.next(now),
    };
  }
}

interface Streams {
  readonly book$: Subject<BookView>;
  readonly stats$: Subject<PairStatistics>;
  readonly fill$: Subject<Fill>;
  readonly report$: Subject<Report>;
  readonly warning$: Subject<MarketWarning>;
  readonly timer$: Subject<Instant>;
}

function newStreams(): Streams {
  return {
    book$: new Subject(),
    stats$: new Subject(),
    fill$: new Subject(),
    report$: new Subject(),
    warning$: new Subject(),
    timer$: new Subject(),
  };
}

function isObservable(made: StrategyHandlers | Observable<StrategyIntent>): made is Observable<StrategyIntent> {
  return typeof (made as { subscribe?: unknown }).subscribe === 'function';
}

function act(intent: StrategyIntent, context: StrategyContext): void {
  switch (intent.type) {
    case 'quote':
      context.quote(intent.wanted);
      return;
    case 'place':
      context.place(intent);
      return;
    case 'cancel':
      context.cancel(intent.intentId);
      return;
    case 'convert':
      context.convert(intent);
      return;
  }
}
