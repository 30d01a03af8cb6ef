import { Fault, isFault } from '../../base/fault.ts';
import type { MoveRecord } from '../../model/move.ts';
import { isSettled } from '../payments/settled.ts';
import type { MoveVenue } from './carrier.ts';

/**
 * Nobody signs a refund of a payment that is settled: nothing of it can be given back any more, and the refund would wait for nothing. While the venue
 * does not say how the payment stands, a signature counts. Throws a `Fault` `refused`.
 */
export async function assertGivesBack({ id, kind, state, rows }: MoveRecord, venue: Pick<MoveVenue, 'reads'>): Promise<void> {
  if (kind !== 'refund' || state !== 'awaiting-approval') return;
  const { target } = rows[0]!;
  const status = await statusOf(target!, venue);
  if (status === undefined || !isSettled(status)) return;
  throw new Fault('refused', `${id} can't be approved: payment ${target} is ${status}, so nothing of it is given back any more`, {
    outcome: 'not-sent',
    suggestion: `\`sluice treasury cancel ${id}\` takes the refund back`,
  });
}

async function statusOf(payment: string, venue: Pick<MoveVenue, 'reads'>): Promise<string | undefined> {
  try {
    return (await venue.reads('processing').payment(payment)).status;
  } catch (error) {
    if (!isFault(error) || error.code === 'store' || error.code === 'internal') throw error;
    return undefined;
  }
}
