import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { intentTimeline } from '../../../src/treasury/payments/intentTimeline.ts';
import { sightingOfIntent } from '../../../src/treasury/payments/sightingOfIntent.ts';
import { paymentRow, uuid } from './rows.ts';

const row = paymentRow({ createdOn: 1000, customOrderId: 'order-1', amountFrom: 120, amountTo: 108 });

describe('the timeline of a payment', () => {
  it('begins with what was asked for, also when nothing was seen yet', () => {
    expect(intentTimeline(row, [], [])).toMatchObject([{ at: 1000, time: 'venue', what: 'created', note: 'for 108 EUR, order order-1' }]);
  });

  it('has a deposit for each time that more had arrived, with what came since', () => {
    const seen = [
      sightingOfIntent(row, 2000),
      sightingOfIntent({ ...row, status: 'ManualActionRequired', receivedAmount: dec(60), transactionHash: 'h1' }, 3000),
      sightingOfIntent({ ...row, status: 'ManualActionRequired', receivedAmount: dec('70.5'), transactionHash: 'h2' }, 4000),
    ];
    const entries = intentTimeline(row, seen, []);
    expect(entries.map(({ at, what, status, amount, note }) => [at, what, status, amount?.toFixed(), note])).toEqual([
      [1000, 'created', undefined, '120', 'for 108 EUR, order order-1'],
      [2000, 'status', 'Pending', undefined, undefined],
      [3000, 'deposit', undefined, '60', 'transaction h1'],
      [3000, 'status', 'ManualActionRequired', undefined, undefined],
      [4000, 'deposit', undefined, '10.5', 'transaction h2'],
    ]);
  });

  it('tells an automatic retry from a manual one, and puts what has no time last', () => {
    const retryPaymentIntents = [
      { id: uuid(12), createdOn: '1970-01-01T00:00:03Z', status: 'Pending', amountFrom: 60, amountTo: 54 },
      {
        id: uuid(11),
        createdOn: '1970-01-01T00:00:02Z',
        type: 'Automatic',
        status: 'Failed',
        amountFrom: 60,
        failureReason: 'Out of money',
      },
    ];
    const customConversion = { id: 'c-1', currencyTo: 'GBP', amountTo: 90, status: 'Completed' };
    const members = { createdOn: 1000, customOrderId: 'order-1', amountFrom: 120, amountTo: 108 };
    const entries = intentTimeline(paymentRow({ ...members, retryPaymentIntents, customConversion }), [], []);
    expect(entries.map(({ what, status, note }) => [what, status, note])).toEqual([
      ['created', undefined, 'for 108 EUR, order order-1'],
      ['automatic retry', 'Failed', 'Out of money'],
      ['manual retry', 'Pending', 'worth 54 EUR'],
      ['conversion', 'Completed', undefined],
    ]);
  });
});
