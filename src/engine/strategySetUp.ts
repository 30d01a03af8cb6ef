import type { EngineState } from './engineState.ts';
import type { Instance } from './instance.ts';
import type { Seat } from './market.ts';
import { MarketContext } from './marketContext.ts';
import { severalContext } from './severalContext.ts';
import { type GuardedCalls, InstanceSignals } from './signals/instanceSignals.ts';
import { SoleContext } from './soleContext.ts';
import type { StrategyHandlers } from './strategy.ts';
import { type Desks, InstanceContext } from './strategyContext.ts';
import { handlerProblem } from './strategyKeys.ts';
import { isObservable, newStreams, type StreamGuard, streamHandlers } from './strategyStreams.ts';

/** Gives all seats of an instance what their strategy sees. */
export function giveContext({ instance, peers }: Seat, state: EngineState, desks: Desks, calls: GuardedCalls): void {
  const signals = new InstanceSignals(calls);
  const shared = new InstanceContext(instance, peers, state, desks);
  const markets = peers.map((seat) => new MarketContext(seat, state, desks, signals));
  const sole = instance.isWide ? undefined : new SoleContext(shared, markets[0]!);
  instance.signals = signals;
  instance.context = sole ?? severalContext(shared, Object.fromEntries(peers.map(({ marketName }, i) => [marketName!, markets[i]!])));
  for (const [i, seat] of peers.entries()) seat.marketContext = sole ?? markets[i]!;
}

/**
 * Sets an instance up with the state that it saved. Throws what its `setup` throws, and when that makes no handlers. Returns what `setup` has
 * returned where that is the promise of an `async` function.
 */
export function setUpInstance(seat: Seat, saved: string | undefined, guard: StreamGuard): unknown {
  const { instance } = seat;
  const { context, settings } = instance;
  if (saved !== undefined) Object.assign(instance.saved, readSaved(saved));
  const streams = newStreams();
  const made: unknown = settings!.definition.setup(settings!.params, { ...streams, context });
  if (typeof made !== 'object' || made === null) throw new TypeError('it must return handlers or a stream');
  if (isPromise(made)) return made;
  const problem = isObservable(made) ? undefined : handlerProblem(made);
  if (problem !== undefined) throw new TypeError(problem);
  instance.isSetUp = true;
  listen(instance, isObservable(made) ? streamHandlers(seat, made, streams, guard) : made);
  return undefined;
}

/** Whether the rules of all its markets are known. */
export function isComplete(peers: readonly Seat[]): boolean {
  return peers.every(({ market }) => market !== undefined);
}

/** Uses these handlers from now on. */
export function listen(instance: Instance, handlers: StrategyHandlers<string>): void {
  instance.handlers = handlers;
  instance.hearsTimer = handlers.onTimer !== undefined;
  instance.hearsFills = handlers.onFill !== undefined;
  instance.hearsReports = handlers.onReport !== undefined;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the handlers as its `this`
  const { onBook } = handlers;
  // A member that is not a function fails when it is called, under the name that the strategy gave it.
  const isCallable = onBook === undefined || typeof onBook === 'function';
  instance.onBook = isCallable ? onBook : (book, context, market) => handlers.onBook!(book, context, market);
}

/** What `state` kept, as it was written. */
function readSaved(text: string): Record<string, string> {
  const saved: unknown = JSON.parse(text);
  const isRecord = typeof saved === 'object' && saved !== null && Object.values(saved).every((value) => typeof value === 'string');
  if (!isRecord) throw new TypeError('its saved state is not a record of texts');
  return saved as Record<string, string>;
}

/** The result of an `async` function, which a strategy's handler may not be. */
export function isPromise(value: unknown): value is { then(done: undefined, failed: () => void): void } {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
