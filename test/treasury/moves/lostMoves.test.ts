import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../../src/base/decimal.ts';
import { orderFingerprint } from '../../../src/gateway/fingerprint.ts';
import type { Intent } from '../../../src/model/intent.ts';
import { bookMoveOf, type IntentContext, lostMoveOf, recordOfLost } from '../../../src/treasury/moves/lostMoves.ts';

const AT = Date.UTC(2026, 10, 20);
const intent = (name: string, body: object, more: Partial<Intent> = {}): Intent => ({
  id: 'I-1',
  kind: 'transfer',
  decision: 'I-1',
  lane: name,
  strategy: 'operator',
  fingerprint: `${name} x`,
  body: JSON.stringify(body),
  bodyHash: '',
  state: 'acknowledged',
  createdAt: AT,
  venueAt: AT,
  expiresAt: undefined,
  sentAt: AT + 5,
  gaveUpAt: undefined,
  resolvedAt: undefined,
  exposure: ZERO,
  exposureCurrency: 'nothing',
  venueId: '70012',
  targetId: undefined,
  evidence: undefined,
  refusal: undefined,
  isFoundLate: false,
  ...more,
});
const NOTHING: IntentContext = { draft: () => undefined, left: () => undefined, paid: () => undefined, received: () => undefined };
const WITHDRAWAL = {
  currency: 'XRP',
  networkCode: 'XRP',
  destinationAddress: 'r1',
  destinationAdditionalAddress: '77',
  amount: '5',
  referenceId: 'W-0',
  feeType: 'gross',
};

describe(lostMoveOf, () => {
  it('tells a withdrawal with its tag and how its fee is charged', () => {
    expect(lostMoveOf(intent('exchange.withdrawals.create', WITHDRAWAL), NOTHING)).toMatchObject({
      kind: 'withdrawal',
      rows: [
        { reference: 'W-0', amount: dec(5), feeMode: 'gross', destination: { currency: 'XRP', network: 'XRP', address: 'r1', tag: '77' } },
      ],
      progress: [{ state: 'sent', venueId: '70012', sentAt: AT + 5 }],
      at: AT,
    });
  });

  it.each(['not-sent', 'rejected'] as const)('makes nothing of one that moved nothing: %s', (state) => {
    expect(lostMoveOf(intent('exchange.withdrawals.create', WITHDRAWAL, { state }), NOTHING)).toBeUndefined();
  });

  it('keeps one unknown whose outcome nobody knows', () => {
    const unknown = intent('exchange.withdrawals.create', WITHDRAWAL, { state: 'unknown', venueId: undefined });
    expect(lostMoveOf(unknown, NOTHING)).toMatchObject({ progress: [{ state: 'unknown' }] });
  });

  it('makes nothing of a draft, and of a payment that asks for money', () => {
    for (const name of ['exchange.withdrawalBatches.validate', 'processing.paymentIntents.create', 'processing.paymentIntents.retry'])
      expect(lostMoveOf(intent(name, {}), NOTHING)).toBeUndefined();
  });

  it('tells a confirmed batch by its draft, with what has left where that names fiat currency', () => {
    const row = {
      currency: 'BTC',
      networkCode: 'BTC',
      destinationAddress: 'bc1q',
      referenceId: 'B-0',
      fiatEquivalent: 100,
      fiatCurrency: 'EUR',
    };
    const draft = intent('exchange.withdrawalBatches.validate', [row, { ...row, referenceId: 'B-1' }]);
    const confirmation = intent('exchange.withdrawalBatches.confirm', {}, { targetId: '9', venueId: '9' });
    const context = {
      ...NOTHING,
      draft: (id: string) => (id === '9' ? draft : undefined),
      left: (one: string) => (one === 'B-0' ? dec('0.002') : undefined),
    };
    expect(lostMoveOf(confirmation, context)).toMatchObject({
      kind: 'batch',
      rows: [
        { reference: 'B-0', amount: dec('0.002'), fiat: { amount: dec(100), currency: 'EUR' } },
        { reference: 'B-1', amount: ZERO },
      ],
      progress: [{ state: 'sent' }, { state: 'sent' }],
    });
    expect(lostMoveOf(confirmation, NOTHING)).toBeUndefined();
  });

  it('tells refunds: of what a payment had received, and of minor units on the hosted page', () => {
    const refund = intent('processing.paymentIntents.refund', { externalTransactionId: 'R-0' }, { targetId: 'pay-1' });
    const context = { ...NOTHING, received: () => ({ amount: dec('0.3'), currency: 'BTC' }) };
    expect(lostMoveOf(refund, context)).toMatchObject({
      kind: 'refund',
      rows: [{ reference: 'R-0', target: 'pay-1', amount: dec('0.3'), currency: 'BTC' }],
    });
    expect(lostMoveOf(refund, NOTHING)).toMatchObject({ rows: [{ amount: ZERO, currency: 'unknown' }] });
    const rows = { refunds: [{ transaction_id: 'T-1', origin_transaction_id: 'R-1', money: { amount: 1050, currency: 'EUR' } }] };
    expect(lostMoveOf(intent('hostedPage.refunds.submit', rows), NOTHING)).toMatchObject({
      kind: 'page-refund',
      rows: [{ reference: 'R-1', target: 'T-1', amount: dec('10.5'), currency: 'EUR' }],
    });
  });

  it('tells a payout that fixes what arrives, and a conversion', () => {
    const payout = { amountTo: 20, currencyTo: 'USDT', networkCode: 'ETH', address: '0x1', customOrderId: 'P-0' };
    expect(lostMoveOf(intent('processing.payouts.create', payout), NOTHING)).toMatchObject({
      kind: 'payout',
      rows: [{ reference: 'P-0', currency: 'USDT', amount: dec(20), destination: { address: '0x1', tag: undefined } }],
    });
    const exchanged = { ...payout, currencyFrom: 'EUR' };
    const paid = (reference: string) => (reference === 'P-0' ? { amount: dec('18.6'), currency: 'EUR' } : undefined);
    expect(lostMoveOf(intent('processing.payouts.create', exchanged), { ...NOTHING, paid })).toMatchObject({
      rows: [{ currency: 'EUR', amount: dec('18.6') }],
    });
    expect(lostMoveOf(intent('processing.payouts.create', exchanged), NOTHING), 'the limits of USDT count nothing of it').toMatchObject({
      rows: [{ currency: 'EUR', amount: ZERO }],
    });
    const conversion = { id: 'q-1', fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: 100, toAmount: 0.001 };
    expect(lostMoveOf(intent('exchange.conversions.execute', conversion), NOTHING)).toMatchObject({
      kind: 'conversion',
      rows: [{ reference: 'q-1', currency: 'EUR', amount: dec(100), target: 'BTC', conversion: { exact: 'from', toAmount: dec('0.001') } }],
    });
  });
});

describe(bookMoveOf, () => {
  const shape = { symbol: 'BTC/EUR', type: 'Limit', amount: dec('0.01'), price: dec(50_000) } as const;

  it('counts an order of the book by the most that it could take', () => {
    const fingerprint = orderFingerprint({ ...shape, side: 'Buy' });
    const order = intent('', {}, { kind: 'place', fingerprint, exposure: dec(500), exposureCurrency: 'EUR', venueId: '12' });
    expect(bookMoveOf(order)).toMatchObject({
      kind: 'conversion',
      rows: [{ reference: 'order 12', currency: 'EUR', amount: dec(500), target: 'BTC' }],
      progress: [
        {
          state: 'completed',
          settledBy: 'sluice treasury recover',
          evidence: 'order 12 of the book of BTC/EUR, of which the journal says the most that it could take',
        },
      ],
    });
    expect(bookMoveOf({ ...order, state: 'rejected' })).toBeUndefined();
  });

  it('names what a sale was to bring', () => {
    const fingerprint = orderFingerprint({ ...shape, side: 'Sell' });
    const order = intent('', {}, { kind: 'place', fingerprint, exposure: dec('0.01'), exposureCurrency: 'BTC', venueId: '13' });
    expect(bookMoveOf(order)).toMatchObject({ rows: [{ currency: 'BTC', amount: dec('0.01'), target: 'EUR' }] });
  });
});

describe(recordOfLost, () => {
  it('leaves nothing that could be sent', () => {
    const move = lostMoveOf(intent('exchange.withdrawals.create', WITHDRAWAL, { state: 'unknown' }), NOTHING)!;
    expect(recordOfLost(move, 'W-1', 'account-1', AT + 9)).toMatchObject({
      state: 'unknown',
      initiator: 'recovered',
      account: 'account-1',
      changedAt: AT + 9,
      needs: [],
    });
  });
});
