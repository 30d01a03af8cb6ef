import type { EngineSettings } from '../engine/engineState.ts';
import type { Restored } from '../model/event.ts';
import { isStrategyName, NAMES_OF_OTHERS } from '../settings/schema.ts';

interface Configured {
  readonly engine: Pick<EngineSettings, 'strategies'>;
  /** See `TraderOptions`. */
  readonly onStop?: 'cancel' | 'keep' | undefined;
}

/** What earlier lives left behind, with the strategies among it that are not configured any more. */
export function withLeftBehind(piece: Restored, { engine, onStop }: Configured): Restored {
  if (onStop === undefined) return piece;
  const isLeft = (name: string): boolean =>
    isStrategyName(name) && !NAMES_OF_OTHERS.has(name) && !engine.strategies.some((one) => one.name === name);
  const names = [...new Set(piece.orders.map(({ strategy }) => strategy))].filter(isLeft);
  return names.length === 0 ? piece : { ...piece, leftBehind: { names, onStop } };
}
