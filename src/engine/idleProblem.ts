import type { Refusal } from './refusal.ts';
import type { RunState } from './strategySettings.ts';

/** Why an instance in this state may take no risk, or undefined when it may. */
export function idleProblem(state: RunState): Refusal | undefined {
  return state === 'running' ? undefined : { rule: 'not-running', message: `a strategy that is ${state} takes no risk` };
}
