import { takenUntil } from '../gateway/atVenue.ts';
import type { Intent } from '../model/intent.ts';
import { balancesBefore, balancesOf } from './balancesBefore.ts';
import { amountIn, bodyOf } from './bodyFields.ts';
import { notBefore } from './findTransfer.ts';
import type { TransferReads } from './transferReads.ts';

/**
 * What proves, beside readings of the history that don't show it, that a conversion was never made. A history may be empty or behind for a while. So
 * it has to show one that was made later, or the balances have to be where they were: neither is less of the one by half of the conversion, nor more of the other.
 * Others move them too, so either of the two counts, and neither says that it was made. Undefined where nothing proves it.
 */
export async function neverMade(intent: Intent, reads: TransferReads, offsetMs: number): Promise<string | undefined> {
  const until = takenUntil(intent, offsetMs);
  const later = (await reads.conversions(notBefore(intent, offsetMs))).find((row) => row.operationExecutionTime > until);
  if (later !== undefined) return `which shows a later one, ${later.id}`;
  const before = balancesBefore(intent);
  if (before === undefined) return undefined;
  const body = bodyOf(intent.body);
  const now = balancesOf(body, await reads.balances());
  const hasGiven = before.gives.minus(now.gives).gte(amountIn(body, 'fromAmount').div(2));
  const hasGot = now.gets.minus(before.gets).gte(amountIn(body, 'toAmount').div(2));
  return hasGiven || hasGot ? undefined : 'and the balances leave no room for it';
}
