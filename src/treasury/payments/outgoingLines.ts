import { ZERO } from '../../base/decimal.ts';
import { type Intent, UNRESOLVED } from '../../model/intent.ts';
import { amountIn, bodyOf, fieldOf } from '../bodyFields.ts';
import { referenceOf } from '../references.ts';
import { kindOf } from '../transferKinds.ts';
import type { PaymentRow, PayoutRow } from '../transferReads.ts';
import { isRefunded } from './settled.ts';
import type { ReconcileLine } from './reconcileLine.ts';

/** A line for each payout (001 States). `received` is what its recipient has got. */
export function payoutLines(payouts: readonly PayoutRow[]): readonly ReconcileLine[] {
  return payouts.map(({ id, customOrderId: reference, amountTo, currencyTo = '', status, statusDescription }) => {
    const expected = amountTo ?? ZERO;
    const isDone = status === 'Completed';
    const isOver = status === 'Failed' || status === 'Cancelled';
    const why = isDone ? undefined : isOver ? `nothing left: ${statusDescription ?? status}` : 'it is still under way';
    return {
      bucket: isDone ? 'matched' : 'missing',
      kind: 'payout',
      id,
      reference,
      at: undefined,
      currency: currencyTo,
      expected,
      received: isDone ? expected : ZERO,
      status,
      isOpen: !isDone && !isOver,
      why,
      belongsTo: undefined,
    };
  });
}

/** Lines for what was sent from here and the venue does not show, or has not done. `known`: all that was read. */
export function unshownLines(
  sent: readonly Intent[],
  known: readonly PaymentRow[],
  payouts: readonly PayoutRow[],
): readonly ReconcileLine[] {
  const shown = new Set([...known, ...payouts].map(({ id }) => id));
  const byId = new Map(known.map((row) => [row.id, row]));
  return sent.flatMap((intent) => {
    const { state, venueId, targetId } = intent;
    if (state === 'rejected' || state === 'not-sent') return [];
    const { foundBy, doneStatus } = kindOf(intent);
    if (UNRESOLVED.includes(state))
      return [line(intent, `nobody knows what came of it: \`sluice orders unresolved\` says what is looked for`)];
    if (foundBy === 'payments' || foundBy === 'payouts') {
      return venueId === undefined || shown.has(venueId) ? [] : [line(intent, `the venue took it as ${venueId} and does not show it`)];
    }
    const row = targetId === undefined ? undefined : byId.get(targetId);
    const isRefund = doneStatus !== undefined && isRefunded(doneStatus);
    if (!isRefund || row === undefined || isRefunded(row.status)) return [];
    return [line(intent, `payment ${row.id} is ${row.status}: the refund is under way, or has failed`)];
  });
}

function line(intent: Intent, why: string): ReconcileLine {
  const kind = kindOf(intent);
  const { family } = kind.reference ?? { family: 'payment' };
  const body = bodyOf(intent.body);
  const isPayment = fieldOf(body, 'amountTo') !== '';
  return {
    bucket: 'missing',
    kind: family === 'payout' || family === 'refund' ? family : 'payment',
    id: intent.venueId ?? intent.id,
    reference: referenceOf(kind, body) || undefined,
    at: intent.createdAt,
    currency: fieldOf(body, isPayment ? 'currencyTo' : 'currency') || intent.exposureCurrency,
    expected: isPayment ? amountIn(body, 'amountTo') : amountIn(body, 'amount'),
    received: ZERO,
    status: intent.state,
    isOpen: true,
    why,
    belongsTo: intent.targetId,
  };
}
