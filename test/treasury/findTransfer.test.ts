import { expect, it } from 'vitest';
import type { Intent } from '../../src/model/intent.ts';
import { findTransfer } from '../../src/treasury/findTransfer.ts';
import type { TransferReads } from '../../src/treasury/transferReads.ts';
import { RIPPLE } from './batches/builders.ts';
import { cryptoRow, payoutRow } from './payments/rows.ts';

const reads = (tag: string): TransferReads =>
  ({
    history: () =>
      Promise.resolve([
        cryptoRow({ type: 'Send', status: 'Completed', referenceId: 'r', totalAmount: 1, destinationAdditionalAddress: tag }),
      ]),
    payouts: () => Promise.resolve([payoutRow({ status: 'Completed', additionalAddress: tag })]),
  }) as unknown as TransferReads;
const intent = (fingerprint: string, body: object): Intent =>
  ({ fingerprint, body: JSON.stringify(body), createdAt: 0, venueAt: 0 }) as unknown as Intent;

it.each([
  ['exchange.withdrawals.create', { referenceId: 'r', totalAmount: 1, destinationAddress: RIPPLE, destinationAdditionalAddress: '7' }],
  ['processing.payouts.create', { customOrderId: 'r', address: RIPPLE, additionalAddress: '7' }],
])('%s: what the venue shows with another tag is another one', async (fingerprint, body) => {
  const mismatchOf = async (tag: string) => (await findTransfer(intent(fingerprint, body), reads(tag), 0)).map(({ mismatch }) => mismatch);
  expect(await mismatchOf('7')).toEqual([undefined]);
  expect(await mismatchOf('8')).toEqual(['its tag is 8, not 7']);
});
