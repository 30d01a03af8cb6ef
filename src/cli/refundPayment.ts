import { Fault } from '../base/fault.ts';
import type { RefundFlow } from '../model/move.ts';
import type { MoveOrderText } from '../treasury/moves/moveOrder.ts';
import { givenBack } from '../treasury/moves/refundCarrier.ts';
import { transferReads } from '../treasury/transferReads.ts';
import { interfaceAccess } from './interfaceAccess.ts';
import type { Shell } from './shell.ts';

/** What a refund of a payment gives back, in its currency: all that was received, or by a link also what is above the requested amount. */
export async function refundOf(shell: Shell, paymentIntentId: string, link?: RefundFlow): Promise<MoveOrderText['payments'][number]> {
  const access = await interfaceAccess(shell, 'processing');
  try {
    const payment = await transferReads(access.calls, 0).payment(paymentIntentId);
    const [back, currency] = [givenBack(payment, link), payment.currencyFrom];
    if (back !== undefined && currency !== undefined) {
      const terms = link === undefined ? {} : { terms: { refundFlow: link } };
      return { currency, amount: back.toFixed(), target: paymentIntentId, ...terms };
    }
    const what = link === 'Excess' ? 'no more was received than was asked for' : 'nothing was received';
    throw new Fault('refused', `${what} for the payment ${paymentIntentId}, so there is nothing to give back`, { outcome: 'not-sent' });
  } finally {
    await access.close();
  }
}
