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

/** Calls one of a strategy's handlers. */
export type Invoke = (handlers: StrategyHandlers, context: StrategyContext) => void;

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
  /** What was wanted, and the version of the orders, when the desk last found nothing to do for it. */
  quietWanted: readonly Wanted[] | undefined;
  quietVersion = -1;
  /** Orders that the strategy placed one by one, which the desk leaves alone. */
  readonly ownHand = new Set<string>();
  /** No risk-taking command of the desk before this time, after the venue refused one. */
  notBefore: Instant = 0;
  /** Refusals of the venue in a row. */
  refusals = 0;
  readonly saved: Record<string, string> = {};
  #handlers: StrategyHandlers = {};
  #subscription: Subscription | undefined;
  #isSetUp = false;
  #isCalled = false;
  readonly #onThrow: (run: StrategyRun, reason: string) => void;

  constructor(settings: StrategySettings, onThrow: (run: StrategyRun, reason: string) => void) {
    this.settings = settings;
    this.#onThrow = onThrow;
  }

  get name(): string {
    return this.settings.name;
  }

  get symbol(): string {
    return this.settings.symbol;
  }

  /** Sets the instance up with what it saved, and calls `onStart`. */
  start(context: StrategyContext, saved: string | undefined): void {
    this.state = 'running';
    this.#guard('setup', () => {
      if (saved !== undefined) Object.assign(this.saved, readSaved(saved));
      const streams = newStreams();
      const made: unknown = this.settings.definition.setup(this.settings.params, { ...streams, context });
      if (typeof made !== 'object' || made === null) throw new TypeError('it must return handlers or a stream');
      if (isPromise(made)) return made;
      this.#isSetUp = true;
      this.#handlers = isObservable(made) ? this.#streamHandlers(made, streams, context) : made;
      return undefined;
    });
    this.call('onStart', (handlers) => handlers.onStart?.(context), context);
  }

  /** Calls one handler, if the instance runs. News of its own orders is told while it is paused too. */
  call(what: keyof StrategyHandlers, invoke: Invoke, context: StrategyContext, alsoPaused = false): void {
    if (this.state === 'running' || (alsoPaused && this.state === 'paused')) this.#guard(what, () => invoke(this.#handlers, context));
  }

  /** Stops or pauses. What `onStop` asks for comes to nothing: the instance does not run any more when it is called. */
  end(context: StrategyContext, state: 'stopped' | 'paused', reason: string): void {
    if (this.state === 'stopped') return;
    this.state = state;
    this.reason = reason;
    this.wanted = [];
    if (state === 'paused' || !this.#isSetUp) return;
    const handlers = this.#handlers;
    this.#handlers = {};
    this.#subscription?.unsubscribe();
    this.#guard('onStop', () => handlers.onStop?.(context));
  }

  /** Runs on after a pause; one that was paused before it began begins now. */
  resume(): void {
    this.state = this.#isSetUp ? 'running' : 'waiting';
    this.reason = undefined;
    this.wanted = this.#isSetUp ? [] : undefined;
    this.refusals = 0;
    this.notBefore = 0;
  }

  #guard(what: string, invoke: () => unknown): void {
    const wasCalled = this.#isCalled;
    this.#isCalled = true;
    try {
      const result = invoke();
      if (isPromise(result)) {
        result.then(undefined, () => undefined);
        this.#onThrow(this, `${what} must be synchronous: what it does later would not be part of any event`);
      }
    } catch (error) {
      this.#onThrow(this, `${what} threw: ${messageOf(error)}`);
    } finally {
      this.#isCalled = wasCalled;
    }
  }

  /** The stream form as handlers: events go into subjects, intents come out as calls on the context. */
  #streamHandlers(intents: Observable<StrategyIntent>, streams: Streams, context: StrategyContext): StrategyHandlers {
    this.#subscription = intents.subscribe({
      next: (intent) => {
        if (this.#isCalled) this.#guard('its stream', () => act(intent, context));
        else this.#onThrow(this, 'its stream emitted outside of an event: it may use no timers of its own');
      },
      error: (error: unknown) => this.#onThrow(this, `its stream failed: ${messageOf(error)}`),
      complete: () => this.#onThrow(this, 'its stream has ended'),
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

/** What `state` kept, as it was written. */
function readSaved(text: string): Record<string, string> {
  const saved: unknown = JSON.parse(text);
  const isRecord = typeof saved === 'object' && saved !== null && Object.values(saved).every((value) => typeof value === 'string');
  if (!isRecord) throw new TypeError('its saved state is not a record of texts');
  return saved as Record<string, string>;
}

/** The result of an `async` function, which no strategy may be. */
export function isPromise(value: unknown): value is { then(done: undefined, failed: () => void): void } {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
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

/** The stream form. */
export function isObservable(made: object): made is Observable<StrategyIntent> {
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
    default:
      throw new TypeError(`${JSON.stringify(intent)} is no intent`);
  }
}
