import { EMPTY, isObservable } from 'rxjs';
import type { StrategyContext, StrategyHandlers } from '../../engine/strategy.ts';
import type { StrategySettings } from '../../engine/strategyRun.ts';
import { leaveLane } from './leaveLane.ts';

/** Sets an instance up for the lane. The stream form, and what throws, is left to the engine. */
export function handlersOf({ definition, params }: StrategySettings, context: StrategyContext): StrategyHandlers {
  const made = definition.setup(params, {
    book$: EMPTY,
    stats$: EMPTY,
    fill$: EMPTY,
    report$: EMPTY,
    warning$: EMPTY,
    timer$: EMPTY,
    context,
  });
  return isObservable(made) ? leaveLane('a strategy of streams') : made;
}
