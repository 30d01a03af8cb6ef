import type { EngineState } from '../engineState.ts';

/** No new risk is taken while the engine is halted or shutting down. */
export function isHalted({ halted }: EngineState): boolean {
  return halted !== undefined;
}

export function haltMessage({ halted }: EngineState): string {
  return halted ?? '';
}
