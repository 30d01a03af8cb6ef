import { describe, expect, it } from 'vitest';
import { ulid } from '../../src/base/ulid.ts';
import { seededRandom } from '../../src/base/random.ts';
import { bodyOf } from '../../src/treasury/bodyFields.ts';
import { lacksReference, referencesOf, withReferences } from '../../src/treasury/references.ts';
import { TRANSFERS } from '../../src/treasury/transferKinds.ts';

const ID = ulid(Date.UTC(2026, 10, 20), seededRandom('references'));

describe(withReferences, () => {
  it('makes a reference where none was given, and leaves one that was', () => {
    expect(withReferences('exchange.withdrawals.create', { amount: '1' }, ID)).toEqual({
      texts: { amount: '1', referenceId: ID },
      made: [`referenceId ${ID}`],
    });
    const given = { amount: '1', referenceId: 'mine' };
    expect(withReferences('exchange.withdrawals.create', given, ID)).toEqual({ texts: given, made: [] });
    expect(withReferences('exchange.book.get', { symbol: 'BTC/EUR' }, ID)).toEqual({ texts: { symbol: 'BTC/EUR' }, made: [] });
  });

  it('gives each row of a list one of its own, and keeps all digits of the others', () => {
    const { texts, made } = withReferences(
      'exchange.withdrawalBatches.validate',
      { rows: '[{"amount":0.10000000000000000001},{"referenceId":"mine"},7]' },
      ID,
    );
    expect(texts['rows']).toBe(`[{"amount":0.10000000000000000001,"referenceId":"${ID}-1"},{"referenceId":"mine"},7]`);
    expect(made).toEqual([`referenceId ${ID}-1`]);
  });

  it('makes a UUID where the venue takes nothing else (001 Endpoints)', () => {
    const { texts } = withReferences('processing.paymentIntents.refund', {}, ID);
    expect(texts['externalTransactionId']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('leaves what is no list as it is, for the contract to refuse', () => {
    expect(withReferences('hostedPage.refunds.submit', { refunds: '[{' }, ID)).toEqual({ texts: { refunds: '[{' }, made: [] });
  });
});

describe(referencesOf, () => {
  it('tells references of payments from those of payouts, and finds rows that have none', () => {
    const kind = TRANSFERS['hostedPage.refunds.submit']!;
    const body = bodyOf('{"refunds":[{"origin_transaction_id":"r-1"},{"origin_transaction_id":"r-1"},{}]}');
    expect(referencesOf(kind, body)).toEqual(['refund r-1']);
    expect(lacksReference(kind, body)).toBe(true);
    expect(referencesOf(TRANSFERS['processing.payouts.create']!, bodyOf('{"customOrderId":"a"}'))).toEqual(['payout a']);
    expect(referencesOf(TRANSFERS['processing.paymentIntents.create']!, bodyOf('{"customOrderId":"a"}'))).toEqual(['payment a']);
    expect(lacksReference(TRANSFERS['exchange.withdrawals.create']!, bodyOf('no json'))).toBe(true);
  });
});
