import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { shownMoves } from '../../../src/treasury/moves/shownMoves.ts';
import type { HistoryRow, PayoutRow } from '../../../src/treasury/transferReads.ts';

const AT = Date.UTC(2026, 10, 20);
const row = (id: string, more: object): HistoryRow =>
  ({
    id,
    type: 'Send',
    status: 'Completed',
    currency: 'BTC',
    networkCode: 'BTC',
    destinationAddress: 'bc1q',
    totalAmount: dec('0.1'),
    createdOn: AT,
    ...more,
  }) as unknown as HistoryRow;

describe(shownMoves, () => {
  it('takes what has left or may leave, and nothing that was received or declined', () => {
    const rows = [
      row('1', { referenceId: 'ours' }),
      row('2', { type: 'Receive' }),
      row('3', { status: 'Declined' }),
      row('4', { status: 'Pending', traceId: '' }),
    ];
    const moves = shownMoves(rows, [], AT - 1);
    expect(moves.map(({ rows: [one], progress: [progress] }) => [one!.reference, progress!.venueId, progress!.state])).toEqual([
      ['ours', '1', 'completed'],
      ['venue 4', '4', 'completed'],
    ]);
    expect(moves[0]).toMatchObject({ at: AT, progress: [{ sentAt: AT, settledBy: 'sluice treasury recover' }] });
  });

  it('dates a payout from when the search began, since the venue does not say when it was made', () => {
    const payout = {
      id: 'p',
      status: 'Completed',
      currencyFrom: 'EUR',
      amountFrom: dec(9),
      currencyTo: 'USDT',
      networkCode: 'ETH',
      address: '0x1',
      customOrderId: 'P-0',
    };
    const failed = { ...payout, id: 'f', status: 'Failed' };
    expect(shownMoves([], [payout, failed] as unknown as readonly PayoutRow[], AT)).toMatchObject([
      {
        kind: 'payout',
        at: AT,
        rows: [{ reference: 'P-0', currency: 'EUR', amount: dec(9), destination: { currency: 'USDT', address: '0x1' } }],
      },
    ]);
  });
});
