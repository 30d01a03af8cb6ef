import { expect, it } from 'vitest';
import { Fault, type FaultCode } from '../../../src/base/fault.ts';
import type { MoveRecord } from '../../../src/model/move.ts';
import { assertGivesBack } from '../../../src/treasury/moves/assertGivesBack.ts';
import type { MoveVenue } from '../../../src/treasury/moves/carrier.ts';

const refund = (more: Partial<Pick<MoveRecord, 'kind' | 'state'>> = {}): MoveRecord => {
  const move = { id: 'R-1', kind: 'refund', state: 'awaiting-approval', rows: [{ target: 'pi-1' }], ...more };
  return move as unknown as MoveRecord;
};

function venueOf(payment: () => Promise<unknown>): Pick<MoveVenue, 'reads'> {
  return { reads: () => ({ payment }) } as unknown as Pick<MoveVenue, 'reads'>;
}

const at = (status: string): Pick<MoveVenue, 'reads'> => venueOf(() => Promise.resolve({ status }));
const failing = (code: FaultCode): Pick<MoveVenue, 'reads'> => venueOf(() => Promise.reject(new Fault(code, 'no answer')));

it.each(['ManuallyCompletedWithRefund', 'ManuallyCompletedAmountAcceptable', 'Completed'])(
  'refuses a refund of a payment that is %s, and says how to take it back',
  async (status) => {
    await expect(assertGivesBack(refund(), at(status))).rejects.toMatchObject({
      code: 'refused',
      outcome: 'not-sent',
      message: `R-1 can't be approved: payment pi-1 is ${status}, so nothing of it is given back any more`,
      suggestion: '`sluice treasury cancel R-1` takes the refund back',
    });
  },
);

it('lets everything else through, and does not need the venue for it', async () => {
  await expect(assertGivesBack(refund(), at('ManualActionRequired'))).resolves.toBeUndefined();
  // A late deposit may still come to it.
  await expect(assertGivesBack(refund(), at('Failed'))).resolves.toBeUndefined();
  await expect(assertGivesBack(refund(), failing('network'))).resolves.toBeUndefined();
  await expect(assertGivesBack(refund({ kind: 'payout' }), failing('internal'))).resolves.toBeUndefined();
  await expect(assertGivesBack(refund({ state: 'completed' }), failing('internal'))).resolves.toBeUndefined();
});

it('passes on that its own store is away', async () => {
  await expect(assertGivesBack(refund(), failing('store'))).rejects.toMatchObject({ code: 'store' });
});
