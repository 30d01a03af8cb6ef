import { isWithin, type TradingStop } from '../model/tradingStop.ts';
import type { Instant } from '../base/instant.ts';

/** Whose order it is, where, and since when. */
interface Placed {
  readonly strategy: string;
  readonly symbol: string;
  readonly placedAt: Instant;
}

/**
 * Whether an order was placed before a stop that cancels. Orders that are placed under a stop close a position. What is under the name `spared` stays
 * when a life ends.
 */
export function isCanceledBy(stops: readonly TradingStop[], { strategy, symbol, placedAt }: Placed, spared: string | undefined): boolean {
  for (const { scope, orders, cause, since } of stops) {
    if (orders === 'keep' || placedAt > since || (cause === 'shutdown' && strategy === spared)) continue;
    if (isWithin(scope, strategy, symbol)) return true;
  }
  return false;
}
