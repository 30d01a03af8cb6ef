import type { EngineSettings } from '../engine/engineState.ts';
import { isLeg } from '../engine/execution/trade.ts';
import type { Restored } from '../model/event.ts';
import type { Order } from '../model/order.ts';
import { isTradedBy } from '../model/tradedMarkets.ts';
import { isStrategyName, NAMES_OF_OTHERS } from '../settings/schema.ts';

interface Configured {
  readonly engine: Pick<EngineSettings, 'strategies'>;
  /** See `TraderOptions`. */
  readonly onStop?: 'cancel' | 'keep' | undefined;
}

/** What earlier lives left behind, with the orders among it whose strategies are not configured any more, or trade other markets by now. */
export function withLeftBehind(piece: Restored, { engine, onStop }: Configured): Restored {
  if (onStop === undefined) return piece;
  const { strategies } = engine;
  const isLeft = (order: Order): boolean => {
    const { strategy, intentId } = order;
    if (!isStrategyName(strategy) || NAMES_OF_OTHERS.has(strategy) || isTradedBy(strategies, order)) return false;
    // A deal goes by any market, and goes on while its strategy is configured.
    return !isLeg(intentId) || !strategies.some(({ name }) => name === strategy);
  };
  const intentIds = piece.orders.filter(isLeft).map(({ intentId }) => intentId);
  return intentIds.length === 0 ? piece : { ...piece, leftBehind: { intentIds, onStop } };
}
