import { describe, expect, it } from 'vitest';
import { replyDecoderOf } from '../../../src/client/replyDecoder.ts';
import { processing } from '../../../src/contract/processing.ts';
import { type PollEvent, PollEvents, type ReadIntent, type ReadPayout } from '../../../src/daemon/listen/pollEvents.ts';

const decodeIntents = replyDecoderOf(processing['paymentIntents.search'].reply.body);
const decodePayouts = replyDecoderOf(processing['payouts.search'].reply.body);

/** As the client reads it off the wire. */
function intent(n: number, status: string, more: object = {}): ReadIntent {
  const terms = { amountFrom: 120, currencyFrom: 'USDT', amountTo: 108, currencyTo: 'EUR' };
  return (decodeIntents(Buffer.from(JSON.stringify([{ id: idOf(n), status, ...terms, ...more }]))) as ReadIntent[])[0]!;
}

function payout(status: string): ReadPayout {
  const record = { id: idOf(1), customOrderId: 'o', amountFrom: 100, merchantConversionQuoteValidTo: '2026-11-20T10:00:00.000Z', status };
  return (decodePayouts(Buffer.from(JSON.stringify([record]))) as ReadPayout[])[0]!;
}

function idOf(n: number): string {
  return `00000000-0000-4000-8000-00000000000${n}`;
}

function short(events: readonly PollEvent[]): string[] {
  return events.map((event) =>
    `${event.notificationType.replace(/(?:PaymentIntent)?Notification$/, '')} ${String(event['status'])}`.trim(),
  );
}

describe('events derived from reads (001 Events)', () => {
  it('tell the first sight of an intent, then each change of its status, and nothing twice', () => {
    const events = new PollEvents();
    const rounds = ['Pending', 'Pending', 'ManualActionRequired', 'ManualActionRequired', 'ManuallyCompletedWithRefund'];
    expect(rounds.map((status) => short(events.intents([intent(1, status)])))).toEqual([
      ['Pending'],
      [],
      ['ManualActionRequired'],
      [],
      ['ManuallyCompletedWithRefund'],
    ]);
  });

  it('leave out that a transaction was seen for a pending one, as sequences 1 to 8 do', () => {
    const events = new PollEvents();
    const told = ['Pending', 'Processing', 'Completed'].flatMap((status) => short(events.intents([intent(1, status)])));
    expect(told).toEqual(['Pending', 'Completed']);
  });

  it('tell Processing of an intent that begins with it: repeat deposits and permanent addresses (001 Events 9)', () => {
    const events = new PollEvents();
    const told = ['Processing', 'Completed'].flatMap((status) => short(events.intents([intent(1, status)])));
    expect(told).toEqual(['Processing', 'Completed']);
  });

  it('put retries and the conversion before the status that follows from them (001 Events 2, 6)', () => {
    const events = new PollEvents();
    events.intents([intent(1, 'Pending')]);
    const failed = { id: idOf(8), type: 'Automatic', status: 'Failed', createdOn: '2026-11-20T10:00:01.000Z' };
    const needed = intent(1, 'ManualActionRequired', { retryPaymentIntents: [failed] });
    expect(short(events.intents([needed]))).toEqual(['AutoRetry Failed', 'ManualActionRequired']);
    const quoted = {
      id: idOf(9),
      type: 'Manual',
      status: 'Pending',
      createdOn: '2026-11-20T10:00:02.000Z',
      quoteValidTo: '2026-11-20T10:00:30.000Z',
    };
    const waiting = intent(1, 'ManualActionRequired', { retryPaymentIntents: [quoted, failed] });
    const [asked] = events.intents([waiting]);
    expect(asked).toMatchObject({ notificationType: 'RetryPaymentIntentNotification', quoteValidTo: '2026-11-20T10:00:30.000Z' });
    const done = intent(1, 'ManuallyCompletedWithRetry', {
      retryPaymentIntents: [{ ...quoted, status: 'Completed' }, failed],
      customConversion: { id: 'c', currencyTo: 'GBP', amountTo: 45, status: 'Completed' },
    });
    expect(short(events.intents([done]))).toEqual([
      'Retry Completed',
      'PaymentIntentMerchantConversion Completed',
      'ManuallyCompletedWithRetry',
    ]);
    expect(events.intents([done])).toEqual([]);
  });

  it('come in the order in which the intents were made, though the newest is read first', () => {
    const told = new PollEvents().intents([intent(2, 'Pending'), intent(1, 'Completed')]);
    expect(told.map((event) => event['paymentIntentId'])).toEqual([idOf(1), idOf(2)]);
  });

  it('count an intent that was read on two pages once, as it was read last', () => {
    const told = new PollEvents().intents([intent(1, 'Pending'), intent(1, 'Completed')]);
    expect(short(told)).toEqual(['Completed']);
  });

  it('tell each status of a payout with the members of its record (001 Payout intent)', () => {
    const events = new PollEvents();
    const told = ['New', 'Pending', 'Pending', 'Processing', 'Completed'].flatMap((status) => events.payouts([payout(status)]));
    expect(short(told)).toEqual(['PayoutIntent New', 'PayoutIntent Pending', 'PayoutIntent Processing', 'PayoutIntent Completed']);
    expect(told[0]).toMatchObject({ id: idOf(1), customOrderId: 'o', merchantConversionQuoteValidTo: '2026-11-20T10:00:00.000Z' });
  });
});
