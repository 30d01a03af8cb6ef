import { expect, it } from 'vitest';
import { isOver, isSettled, waysToSettle } from '../../../src/treasury/payments/settled.ts';
import { refundRows } from '../../../src/treasury/payments/refundRows.ts';
import { paymentRow, uuid } from './rows.ts';

const paid = { amountFrom: 100, receivedAmount: 150 };

it('lists what went back, as a whole or what was too much, and nothing else', () => {
  const rows = refundRows(
    [
      paymentRow({ id: uuid(1), status: 'ManuallyCompletedWithRefund', ...paid }),
      paymentRow({ id: uuid(2), status: 'CompletedWithExcessRefund', ...paid }),
      paymentRow({ id: uuid(3), status: 'ManualActionRequired', ...paid }),
    ],
    [],
  );
  expect(rows.map(({ paymentId, amount, note }) => [paymentId, amount?.toFixed(), note])).toEqual([
    [uuid(1), '150', 'by a link, or by the venue itself'],
    [uuid(2), '50', 'by a link, or by the venue itself'],
  ]);
});

it('knows which states are final (001 States), and takes one that it does not know for open', () => {
  expect(['Completed', 'PartiallyCompleted', 'ManuallyCompletedWithRetry'].every(isSettled)).toBe(true);
  expect(['Failed', 'ManualActionRequired', 'Pending', 'SomethingNew'].some(isSettled)).toBe(false);
  expect([isOver('Failed'), isOver('Processing')]).toEqual([true, false]);
  expect(waysToSettle('x')).toContain('sluice pay intents accept x');
});
