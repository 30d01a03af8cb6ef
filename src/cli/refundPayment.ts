import { Fault } from '../base/fault.ts';
import type { MoveOrderText } from '../treasury/moves/moveOrder.ts';
import { transferReads } from '../treasury/transferReads.ts';
import { interfaceAccess } from './interfaceAccess.ts';
import type { Shell } from './shell.ts';

/** What a refund of a payment gives back: all that was received, in its currency (001 crypto refund). */
export async function refundOf(shell: Shell, paymentIntentId: string): Promise<MoveOrderText['payments'][number]> {
  const access = await interfaceAccess(shell, 'processing');
  try {
    const { currencyFrom, receivedAmount } = await transferReads(access.calls, 0).payment(paymentIntentId);
    if (receivedAmount?.gt(0) === true && currencyFrom !== undefined)
      return { currency: currencyFrom, amount: receivedAmount.toFixed(), target: paymentIntentId };
    throw new Fault('refused', `nothing was received for the payment ${paymentIntentId}, so there is nothing to give back`, {
      outcome: 'not-sent',
    });
  } finally {
    await access.close();
  }
}
