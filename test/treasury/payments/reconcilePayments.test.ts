import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../../src/base/decimal.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import type { Intent } from '../../../src/model/intent.ts';
import { type ReconcileFacts, reconcilePayments } from '../../../src/treasury/payments/reconcilePayments.ts';
import { sightingOfIntent } from '../../../src/treasury/payments/sightingOfIntent.ts';
import type { PaymentRow } from '../../../src/treasury/transferReads.ts';
import { addressRow, cryptoRow, fiatRow, paymentRow, payoutRow, uuid, walletRow } from './rows.ts';

const NOTHING: ReconcileFacts = {
  payments: { now: DAY_MS, payments: [], known: [], wallets: [], sightings: new Map() },
  deposits: { fiat: [], crypto: [], addresses: [], payments: [], sightings: new Map() },
  payouts: [],
  sent: [],
};

function ofPayments(rows: readonly PaymentRow[], more: Partial<ReconcileFacts['payments']> = {}) {
  const found = reconcilePayments({ ...NOTHING, payments: { ...NOTHING.payments, payments: rows, known: rows, ...more } });
  expect(found.untied).toEqual([]);
  return found;
}

/** Expected 120, received so much of it, in a status, under an order of its own. */
function payment(status: string, receivedAmount: number | null, more: Readonly<Record<string, unknown>> = {}): PaymentRow {
  return paymentRow({ status, amountFrom: 120, amountTo: 108, receivedAmount, customOrderId: 'order-1', address: '0xa', ...more });
}

describe('payments (001 States)', () => {
  it.each([
    ['Completed', 120, 'matched', false],
    ['PartiallyCompleted', 119, 'under', false],
    ['PartiallyCompleted', 121, 'over', false],
    ['ManualActionRequired', 60, 'under', true],
    ['ManualActionRequired', 200, 'over', true],
    ['ManualActionRequired', 120, 'matched', true],
    ['ManuallyCompletedWithRefund', 60, 'under', false],
    ['ManuallyCompletedWithRetry', 60, 'under', false],
    ['ManuallyCompletedAmountAcceptable', 200, 'over', false],
    ['CompletedWithExcessRefund', 200, 'over', false],
    ['Failed', null, 'missing', false],
    ['Failed', 60, 'late', true],
    ['Pending', null, 'missing', true],
    ['Processing', null, 'missing', true],
    ['Completed', null, 'missing', true],
    ['SomethingNew', 120, 'matched', true],
  ])('%s with %s of 120 is %s, open: %s', (status, received, bucket, isOpen) => {
    const line = ofPayments([payment(status, received)]).lines.find(({ kind }) => kind === 'payment');
    expect([line!.bucket, line!.isOpen]).toEqual([bucket, isOpen]);
    expect(line!.isOpen && line!.why === undefined && received !== 120).toBe(false);
  });

  it('is late when an earlier read had seen it fail before anything came (001 States 7)', () => {
    const done = payment('Completed', 120);
    const sightings = new Map([[done.id, [sightingOfIntent(payment('Failed', null), 1), sightingOfIntent(done, 2)]]]);
    expect(ofPayments([done], { sightings }).lines).toMatchObject([{ bucket: 'late', isOpen: false }]);
    const partly = new Map([[done.id, [sightingOfIntent(payment('ManualActionRequired', 60), 1)]]]);
    expect(ofPayments([done], { sightings: partly }).lines).toMatchObject([{ bucket: 'matched' }]);
  });

  it('a further deposit to the address of another payment is an orphan, and says of which (001 States, repeat deposit)', () => {
    const first = payment('Completed', 120, { createdOn: 5 });
    const again = paymentRow({ id: uuid(2), createdOn: 10, status: 'Completed', amountFrom: 10, receivedAmount: 10, address: '0xa' });
    const { lines, sums, open } = ofPayments([again, first]);
    expect(lines.find(({ id }) => id === again.id)).toMatchObject({ bucket: 'orphan', isOpen: true, belongsTo: first.id, expected: ZERO });
    expect(open).toBe(1);
    expect(sums.map(({ bucket, expected, received }) => [bucket, expected.toFixed(), received.toFixed()])).toEqual([
      ['matched', '120', '120'],
      ['orphan', '0', '10'],
      ['total', '120', '130'],
    ]);
    expect(ofPayments([again], { known: [again, first] }).lines).toMatchObject([{ bucket: 'orphan', belongsTo: first.id }]);
    const otherTag = paymentRow({
      id: uuid(3),
      createdOn: 11,
      status: 'Completed',
      amountFrom: 10,
      receivedAmount: 10,
      address: '0xa',
      additionalAddress: '7',
    });
    expect(ofPayments([otherTag, first]).lines.find(({ id }) => id === otherTag.id)).toMatchObject({ bucket: 'matched' });
  });

  it('a deposit to a permanent address is expected, whose account it is', () => {
    const made = paymentRow({ status: 'Completed', amountFrom: 10, receivedAmount: 10, address: '0xw', accountId: 'c-1' });
    expect(ofPayments([made], { wallets: [walletRow({})] }).lines).toMatchObject([{ bucket: 'matched', isOpen: false, belongsTo: 'c-1' }]);
  });

  it('what waits for more than a day is asked about, a page that nobody has used is not', () => {
    const old = { createdOn: 0 };
    const now = 2 * DAY_MS;
    expect(ofPayments([payment('Pending', null, old)], { now }).lines[0]!.why).toContain('more than a day');
    const page = paymentRow({ status: 'New', currencyFrom: null, amountTo: 108, customOrderId: 'o' });
    expect(ofPayments([page], { now }).lines).toMatchObject([{ bucket: 'missing', isOpen: false, currency: 'EUR' }]);
    expect(ofPayments([page], { now: 1 }).lines).toMatchObject([{ isOpen: true }]);
  });

  it('refunds and conversions of the merchant are lines of their own, with what they are of', () => {
    const failed = { id: 'c-1', currencyTo: 'GBP', amountTo: 90, status: 'Failed', failureReason: 'no market' };
    const { lines } = ofPayments([
      payment('CompletedWithExcessRefund', 200),
      payment('Completed', 120, { id: uuid(2), customConversion: { ...failed, id: 'c-2', status: 'Completed', failureReason: '' } }),
      payment('Completed', 120, { id: uuid(3), customConversion: failed }),
    ]);
    expect(lines.filter(({ kind }) => kind === 'refund')).toMatchObject([{ belongsTo: uuid(1), received: dec(80) }]);
    expect(lines.filter(({ kind }) => kind === 'conversion')).toMatchObject([
      { bucket: 'matched', belongsTo: uuid(2), isOpen: false },
      { bucket: 'missing', belongsTo: uuid(3), isOpen: true, why: 'the conversion is Failed: no market; ask the venue' },
    ]);
  });
});

describe('deposits to the exchange account', () => {
  const deposits = { ...NOTHING.deposits, addresses: [addressRow({ address: 'bc1', clientTag: 'till-1' })] };

  it('compares a bank transfer with what was announced', () => {
    const announced = {
      kind: 'fiat-deposit',
      id: '40001',
      seenAt: 0,
      status: 'Pending',
      reason: undefined,
      amount: dec(200),
      currency: 'EUR',
      transaction: undefined,
    } as const;
    const fiat = [
      fiatRow({ id: '40000', status: 'Completed', totalAmount: 100 }),
      fiatRow({ id: '40001', status: 'Completed', totalAmount: 150 }),
      fiatRow({ id: '40002', status: 'Pending', totalAmount: 50 }),
      fiatRow({ id: '40003', status: 'Declined', totalAmount: 50 }),
    ];
    const found = reconcilePayments({ ...NOTHING, deposits: { ...deposits, fiat, sightings: new Map([['40001', [announced]]]) } });
    expect(found.lines.map(({ bucket, isOpen }) => [bucket, isOpen])).toEqual([
      ['matched', false],
      ['under', false],
      ['missing', true],
      ['missing', false],
    ]);
    expect([found.untied, found.open]).toEqual([[], 1]);
  });

  it('finds an address that the venue writes in capitals in the one place and not in the other', () => {
    const addresses = [addressRow({ address: '0xab', clientTag: 'till-2' })];
    const crypto = [cryptoRow({ status: 'Completed', totalAmount: 1, destinationAddress: '0xAB' })];
    const { lines } = reconcilePayments({ ...NOTHING, deposits: { ...deposits, addresses, crypto } });
    expect(lines).toMatchObject([{ bucket: 'matched', belongsTo: 'till-2' }]);
    const first = payment('Completed', 120, { createdOn: 5 });
    const again = paymentRow({ id: uuid(2), createdOn: 10, status: 'Completed', amountFrom: 10, receivedAmount: 10, address: '0xA' });
    expect(ofPayments([again, first]).lines.find(({ id }) => id === again.id)).toMatchObject({ belongsTo: first.id });
  });

  it('finds the payment or the address that a coin was sent to; what it does not find is an orphan', () => {
    const crypto = [
      cryptoRow({ id: '1', status: 'Completed', totalAmount: 1, destinationAddress: 'bc1' }),
      cryptoRow({ id: '2', status: 'Completed', totalAmount: 2, destinationAddress: 'bc1-other', networkTransactionId: 'h' }),
      cryptoRow({ id: '3', status: 'Completed', totalAmount: 3, destinationAddress: 'bc1-old' }),
      cryptoRow({ id: '4', status: 'Pending', totalAmount: 4, destinationAddress: 'bc1' }),
    ];
    const payments = [payment('Completed', 2, { transactionHash: 'h' })];
    const { lines, sums } = reconcilePayments({ ...NOTHING, deposits: { ...deposits, crypto, payments } });
    expect(lines.map(({ bucket, belongsTo, isOpen }) => [bucket, belongsTo, isOpen])).toEqual([
      ['matched', 'till-1', false],
      ['matched', uuid(1), false],
      ['orphan', undefined, true],
      ['missing', undefined, true],
    ]);
    expect(sums.at(-1)).toMatchObject({ bucket: 'total', count: 4, received: dec(6) });
  });
});

describe('what leaves', () => {
  it('a payout is matched when it is completed; one that failed is explained', () => {
    const payouts = ['Completed', 'Failed', 'Cancelled', 'Processing'].map((status, i) => payoutRow({ id: uuid(i), status, amountTo: 10 }));
    const { lines, untied } = reconcilePayments({ ...NOTHING, payouts });
    expect(untied).toEqual([]);
    expect(lines.map(({ bucket, isOpen }) => [bucket, isOpen])).toEqual([
      ['matched', false],
      ['missing', false],
      ['missing', false],
      ['missing', true],
    ]);
  });

  const sent = (more: Partial<Intent>): Intent => ({
    id: 'T1',
    kind: 'transfer',
    decision: 'T1',
    lane: 'payment order-9',
    strategy: 'operator',
    fingerprint: 'processing.paymentIntents.create (payment order-9)',
    body: '{"amountTo":100,"currencyTo":"EUR","customOrderId":"order-9"}',
    bodyHash: '',
    state: 'acknowledged',
    createdAt: 5,
    venueAt: undefined,
    expiresAt: undefined,
    sentAt: 5,
    gaveUpAt: undefined,
    resolvedAt: undefined,
    exposure: ZERO,
    exposureCurrency: 'nothing',
    venueId: uuid(9),
    targetId: undefined,
    evidence: undefined,
    refusal: undefined,
    isFoundLate: false,
    ...more,
  });

  it.each([
    ['acknowledged', 'does not show it', true],
    ['unknown', 'nobody knows what came of it', true],
    ['rejected', '', false],
    ['not-sent', '', false],
  ] as const)('a request that is %s and not shown by the venue: %s', (state, why, isListed) => {
    const { lines } = reconcilePayments({ ...NOTHING, sent: [sent({ state })] });
    expect(lines.map((line) => line.isOpen)).toEqual(isListed ? [true] : []);
    if (isListed) expect(lines[0]).toMatchObject({ bucket: 'missing', reference: 'order-9', currency: 'EUR', expected: dec(100) });
    expect(lines[0]?.why ?? '').toContain(why);
  });

  it('a refund that was sent is asked about until its payment shows it', () => {
    const refund = sent({ fingerprint: 'processing.paymentIntents.refund (refund x)', body: '{}', targetId: uuid(1), venueId: 'r' });
    const waiting = reconcilePayments({
      ...NOTHING,
      payments: { ...NOTHING.payments, known: [payment('ManualActionRequired', 60)] },
      sent: [refund],
    });
    expect(waiting.lines).toMatchObject([{ kind: 'refund', bucket: 'missing', isOpen: true }]);
    const done = { ...NOTHING.payments, known: [payment('ManuallyCompletedWithRefund', 60)] };
    expect(reconcilePayments({ ...NOTHING, payments: done, sent: [refund] }).lines).toEqual([]);
  });
});

const STATUSES = [
  'New',
  'Pending',
  'Processing',
  'Completed',
  'PartiallyCompleted',
  'ManualActionRequired',
  'Failed',
  'CompletedWithExcessRefund',
  'Odd',
];

it('each record is one line of its kind, and the sums come to what the records do, whatever they are', () => {
  const amount = fc.integer({ min: 0, max: 5 });
  const row = fc.record({
    status: fc.constantFrom(...STATUSES),
    amountFrom: amount,
    received: amount,
    address: fc.constantFrom('a', 'b'),
    order: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 8 }),
      fc.array(fc.tuple(fc.constantFrom('Pending', 'Completed', 'Declined'), amount)),
      (rows, coins) => {
        const payments = rows.map(({ status, amountFrom, received, address, order }, i) =>
          paymentRow({
            id: uuid(i),
            createdOn: i,
            status,
            amountFrom,
            receivedAmount: received,
            address,
            customOrderId: order ? `o-${i}` : null,
          }),
        );
        const crypto = coins.map(([status, totalAmount], i) => cryptoRow({ id: String(i), status, totalAmount, destinationAddress: 'x' }));
        const facts = {
          ...NOTHING,
          payments: { ...NOTHING.payments, payments, known: payments },
          deposits: { ...NOTHING.deposits, crypto },
        };
        const { lines, sums, untied } = reconcilePayments(facts);
        expect(untied).toEqual([]);
        expect(lines.filter(({ kind }) => kind === 'payment').map(({ id }) => id)).toEqual(payments.map(({ id }) => id));
        const total = sums.find(({ kind, bucket }) => kind === 'payment' && bucket === 'total');
        expect(Number(total?.received ?? 0)).toBe(rows.reduce((sum, { received }) => sum + received, 0));
        expect(lines.filter(({ kind }) => kind === 'crypto deposit')).toHaveLength(coins.length);
      },
    ),
  );
});
