import { expect, it } from 'vitest';
import { commandsIn, type OpenLine, paymentOf, plainWords, statusLook, sumText, timeOf, wayOut } from '../../web/pure/payments.ts';

const LINE: OpenLine = {
  bucket: 'under',
  isOpen: true,
  kind: 'payment',
  id: 'p-1',
  reference: 'order-1',
  at: '2026-11-20T10:00:00.000Z',
  currency: 'USDT',
  expected: '120',
  received: '60',
  status: 'ManualActionRequired',
  why: 'Insufficient: `sluice pay intents accept p-1`, or a refund (`sluice pay refunds quote p-1`)',
  belongsTo: undefined,
};

it('shows each status by a sign and a word, one that is not known in the venue’s word', () => {
  expect(
    ['ManualActionRequired', 'Failed', 'PartiallyCompleted', 'ManuallyCompletedWithRefund', 'SomethingNew'].map((status) => {
      const { sign, word } = statusLook(status);
      return `${sign} ${word}`;
    }),
  ).toEqual(['◆ waits for a person', '✕ Failed', '✓ PartiallyCompleted', '✓ ManuallyCompletedWithRefund', '○ SomethingNew']);
});

it('finds the commands in a reason, and gives the reason without their marks', () => {
  expect(commandsIn(LINE.why!)).toEqual(['sluice pay intents accept p-1', 'sluice pay refunds quote p-1']);
  expect(commandsIn('`rm -rf` is none of ours')).toEqual([]);
  expect(plainWords('see `sluice status`')).toBe('see sluice status');
});

it('has a way out of each line: what its reason names, else what shows it', () => {
  expect(wayOut(LINE)).toHaveLength(2);
  expect(wayOut({ ...LINE, why: undefined })).toEqual(['sluice pay intents show p-1']);
  expect(wayOut({ ...LINE, kind: 'payout', id: 'o 1', why: 'under way' })).toEqual(["sluice pay payouts show 'o 1'"]);
  expect(wayOut({ ...LINE, kind: 'refund', id: 'r-1', belongsTo: 'p-2', why: 'under way' })).toEqual(['sluice pay intents show p-2']);
});

it('leads from a line to its payment, where it has one', () => {
  expect([LINE, { ...LINE, kind: 'refund', belongsTo: 'p-2' } as const, { ...LINE, kind: 'payout' } as const].map(paymentOf)).toEqual([
    'p-1',
    'p-2',
    undefined,
  ]);
});

it('writes sums with their currency, and says whose time a time is', () => {
  expect([sumText('1234.50', 'USDT'), sumText(undefined, 'USDT'), sumText('5', undefined)]).toEqual(['1,234.50 USDT', '–', '5']);
  expect(timeOf('seen')).toBe('first seen here');
});
