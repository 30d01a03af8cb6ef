import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { isFault } from '../../../src/base/fault.ts';
import { JsonNumber } from '../../../src/base/json.ts';
import { derivedNotification, readNotification } from '../../../src/daemon/listen/notification.ts';
import { notificationId, notificationName, notificationText } from '../../../src/daemon/listen/notificationText.ts';

function textOf(json: string): string {
  return notificationText(readNotification(Buffer.from(json), 0).body);
}

describe('a notification', () => {
  it('keeps its bytes and every digit of its amounts', () => {
    const bytes = Buffer.from('{"amountFrom": 0.10000000000000000001}');
    const { body, bytes: kept } = readNotification(bytes, 5);
    expect(kept).toBe(bytes);
    expect(body['amountFrom']).toEqual(new JsonNumber('0.10000000000000000001'));
  });

  it.each(['', 'hello', '[]', '7', 'null', '"text"', '{"a":1', '{"a":1,"a":2}'])('is never %j', (text) => {
    let thrown: unknown;
    try {
      readNotification(Buffer.from(text), 0);
    } catch (error) {
      thrown = error;
    }
    expect(isFault(thrown, 'invalid-request')).toBe(true);
  });

  it('is never text in another encoding than UTF-8', () => {
    expect(() => readNotification(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 0)).toThrow('no JSON');
  });

  it('has null where a derived one has nothing (001 Events)', () => {
    const { bytes } = derivedNotification({ status: 'Pending', amountTo: dec('0.00000001'), customOrderId: undefined }, 0);
    expect(Buffer.from(bytes).toString()).toBe('{"status":"Pending","amountTo":0.00000001,"customOrderId":null}');
  });
});

describe('the line of a notification', () => {
  it('of a payment intent has both amounts and what was received (001 Events)', () => {
    const text = textOf(
      '{"notificationType":"PaymentIntentNotification","paymentIntentId":"i-1","amountFrom":120.50,"currencyFrom":"USDT","amountTo":108,"currencyTo":"EUR","status":"Failed","receivedAmount":60,"statusDescription":"Out of time"}',
    );
    expect(text).toBe('PaymentIntentNotification i-1 Failed 120.50 USDT -> 108 EUR (received 60 USDT): Out of time');
  });

  it('of a crypto refund has its amount (001 Events)', () => {
    const text = textOf(
      '{"notificationType":"CryptoRefundPaymentIntentNotification","paymentIntentId":"i-1","amount":9,"currency":"USDT","status":"Completed","statusDescription":null}',
    );
    expect(text).toBe('CryptoRefundPaymentIntentNotification i-1 Completed 9 USDT');
  });

  it('of a fiat deposit says why it was declined (000 Events)', () => {
    const text = textOf('{"transactionId":51,"status":"Declined","amount":100,"currency":"EUR","reason":"review"}');
    expect(text).toBe('FiatDeposit 51 Declined 100 EUR: review');
  });

  it('of the hosted page has the amount in minor units (002 Events)', () => {
    const text = textOf('{"type":"PAYMENT","transaction_id":"t-1","status":"COMPLETED","money":{"amount":1000,"currency":"EUR"}}');
    expect(text).toBe('HostedPage PAYMENT t-1 COMPLETED 1000 EUR');
  });

  it('of something unknown says so', () => {
    const { body } = readNotification(Buffer.from('{"status":{"x":1}}'), 0);
    expect([notificationName(body), notificationId(body), notificationText(body)]).toEqual(['Notification', undefined, 'Notification']);
  });
});
