import { durationText, isoOf } from '../../base/instant.ts';
import type { EquitySampler } from './equitySampler.ts';
import type { GapTotals } from './gapTimes.ts';

export interface PassTroubles {
  readonly gaps: GapTotals;
  /** By symbol, the median time between two books. */
  readonly pollMs: Readonly<Record<string, number>>;
  readonly staleAfterMs: number;
  readonly equity: Pick<EquitySampler, 'hasBegun' | 'unvalued' | 'missedUntil'>;
}

/** What is to be said of a pass whatever its bands did. */
export function passWarnings({ gaps: { count, ms, damaged }, pollMs, staleAfterMs, equity }: PassTroubles): string[] {
  const warnings: string[] = [];
  if (count > 0) {
    const each = 'In each, orders lost their place in the queue, and an order that the first book after the gap had crossed was filled';
    const bands =
      'The pessimistic band fills it as a whole only where that loses, else as far as the book shows; the optimistic band does not fill it in the gap';
    warnings.push(`gaps: ${count}, ${durationText(ms)} in all. ${each}. ${bands}`);
  }
  if (damaged > 0) warnings.push(`the recording is damaged in ${damaged} of the gaps: see \`sluice data verify\``);
  for (const [symbol, apartMs] of Object.entries(pollMs)) {
    if (apartMs <= staleAfterMs) continue;
    const [apart, stale] = [durationText(apartMs), durationText(staleAfterMs)];
    warnings.push(`the books of ${symbol} are ${apart} apart and stale after ${stale} (risk.staleAfter): in between orders are refused`);
  }
  if (!equity.hasBegun) warnings.push('not every symbol had a book with two sides: there is no equity');
  if (equity.missedUntil !== undefined) {
    const since = `the equity begins only at ${isoOf(equity.missedUntil)}, when books told what the opening balances are worth`;
    warnings.push(`${since}: what was traded before is in no figure of equity or returns`);
  }
  for (const currency of equity.unvalued) warnings.push(`no recorded book tells what ${currency} is worth: it is left out of the equity`);
  return warnings;
}
