import type { TradingScope } from '../model/tradingStop.ts';
import type { Seat } from './market.ts';

/**
 * Which of the paused strategies in a scope a person's lift lets go on, and the names of those that stay paused. What a person has paused goes on when
 * it is named, or when nothing else in the scope was stopped or paused.
 */
export function pausesLifted(
  { of }: TradingScope,
  within: readonly Seat[],
  wasStopped: boolean,
): { readonly resumed: readonly Seat[]; readonly left: ReadonlySet<string> } {
  const paused = within.filter(({ state }) => state === 'paused');
  if (of === 'strategy') for (const { instance } of paused) instance.isPausedByHand = false;
  const byHand = paused.filter(({ instance }) => instance.isPausedByHand);
  if (!wasStopped && byHand.length === paused.length) return { resumed: paused, left: new Set() };
  return { resumed: paused.filter((seat) => !byHand.includes(seat)), left: new Set(byHand.map(({ name }) => name)) };
}
