import type { EngineBench } from '../engine/engineBench.ts';

/** What a later life finds: the last that was saved under each name. */
export function savedStates(bench: EngineBench): Record<string, string> {
  return Object.fromEntries(bench.notices('save-state').map(({ strategy, state }) => [strategy, state]));
}
