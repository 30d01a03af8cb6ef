import { NEVER } from 'rxjs';
import type { StrategyContext, StrategyHandlers } from '../../engine/strategy.ts';
import { isObservable, isPromise, type StrategySettings } from '../../engine/strategyRun.ts';
import { leaveLane } from './leaveLane.ts';

/** Sets an instance up for the lane. The stream form, and what is no strategy, is left to the engine. */
export function handlersOf({ definition, params }: StrategySettings, context: StrategyContext): StrategyHandlers {
  const made: unknown = definition.setup(params, {
    book$: NEVER,
    stats$: NEVER,
    fill$: NEVER,
    report$: NEVER,
    warning$: NEVER,
    timer$: NEVER,
    context,
  });
  mustNotWait(made);
  if (typeof made !== 'object' || made === null) leaveLane('a strategy without handlers');
  return isObservable(made) ? leaveLane('a strategy of streams') : made;
}

/** What a handler answers counts for nothing, unless it is a promise: then the engine stops the strategy. */
export function mustNotWait(result: unknown): void {
  if (!isPromise(result)) return;
  result.then(undefined, () => undefined);
  leaveLane('a strategy that waits');
}
