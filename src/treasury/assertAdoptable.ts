import { Fault } from '../base/fault.ts';
import { isoOf } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import { findTransfer, notBefore } from './findTransfer.ts';
import { kindOf } from './transferKinds.ts';
import type { TransferReads } from './transferReads.ts';

/**
 * Throws a `Fault` when the venue does not show what a person takes for the transfer. It need not have its reference. Where no read
 * shows anything, the person's word counts.
 */
export async function assertAdoptable(intent: Intent, venueId: string, reads: TransferReads, offsetMs: number): Promise<void> {
  if (await isShown(intent, venueId, reads, offsetMs)) return;
  throw new Fault('not-found', `the venue shows no ${kindOf(intent).what} ${venueId} since ${isoOf(intent.createdAt)}`, {
    suggestion: 'name the id that the venue gives it; `sluice orders unresolved` shows what was asked for',
  });
}

/** Reading one by its id rejects where there is none. */
async function isShown(intent: Intent, venueId: string, reads: TransferReads, offsetMs: number): Promise<boolean> {
  switch (kindOf(intent).foundBy) {
    case 'history':
      return (await reads.history(notBefore(intent, offsetMs))).some(({ id }) => id === venueId);
    case 'conversions':
      return (await reads.conversions(notBefore(intent, offsetMs))).some(({ id }) => id === venueId);
    case 'payments':
      return (await reads.payment(venueId)).id === venueId;
    case 'payouts':
      return (await reads.payout(venueId)).id === venueId;
    case 'payment':
    case 'batch':
      return venueId === intent.targetId && (await findTransfer(intent, reads, offsetMs)).length > 0;
    default:
      return true;
  }
}
