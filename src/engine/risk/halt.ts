import type { EngineState } from '../engineState.ts';

/** While the engine is halted or shutting down, no new risk is taken. */
export function isHalted({ halted }: EngineState): boolean {
  return halted !== undefined;
}

export function haltMessage({ halted }: EngineState): string {
  return halted ?? '';
}
