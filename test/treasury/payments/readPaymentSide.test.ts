import { expect, it } from 'vitest';
import { DAY_MS } from '../../../src/base/instant.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import type { Sighting } from '../../../src/model/sighting.ts';
import { decodedAsk } from '../../../src/treasury/payments/decodedAsk.ts';
import { readPayment, timelineOf } from '../../../src/treasury/payments/paymentRecord.ts';
import type { PaymentSources } from '../../../src/treasury/payments/paymentSources.ts';
import { readPaymentSide } from '../../../src/treasury/payments/readPaymentSide.ts';
import { transfersIn } from '../../../src/treasury/transfersIn.ts';
import { uuid } from './rows.ts';

const NOW = 100 * DAY_MS;

function sourcesOf(answers: Readonly<Record<string, unknown>>) {
  const kept: Sighting[] = [];
  const asked: [string, Readonly<Record<string, string>>][] = [];
  const clock = new VirtualClock(NOW);
  const sources: PaymentSources = {
    ask: decodedAsk('processing', (operation, params) => {
      asked.push([operation, params]);
      return Promise.resolve(Buffer.from(JSON.stringify(answers[operation] ?? [])));
    }),
    sightings: {
      see: (sightings) => Promise.resolve(void kept.push(...sightings)),
      of: (_, id) => Promise.resolve(kept.filter((one) => one.id === id)),
    },
    sent: (look) => transfersIn({ path: '/there/is/no/journal.sqlite', server: undefined, clock }, look),
    clock,
  };
  return { sources, kept, asked };
}

const row = (number: number, at: number, more: object = {}) => ({
  id: uuid(number),
  createdOn: new Date(at).toISOString(),
  status: 'Completed',
  currencyFrom: 'USDT',
  ...more,
});

it('compares the payments of the span, and knows of earlier ones whose addresses may be paid again', async () => {
  const rows = [row(1, NOW - DAY_MS, { receivedAmount: 5 }), row(2, NOW - 20 * DAY_MS)];
  const { sources, kept, asked } = sourcesOf({ 'paymentIntents.search': rows });
  const { payments, sent } = await readPaymentSide(sources, { from: NOW - 7 * DAY_MS, to: NOW }, 9);
  expect(payments.payments.map(({ id }) => id)).toEqual([uuid(1)]);
  expect(payments.known.map(({ id }) => id)).toEqual([uuid(1), uuid(2)]);
  expect(kept.map(({ id }) => id)).toEqual([uuid(1), uuid(2)]);
  expect([...payments.sightings.keys()]).toEqual([uuid(1)]);
  expect(sent).toEqual([]);
  expect(asked.map(([operation, { take, createdDateFrom }]) => [operation, take, createdDateFrom])).toEqual([
    ['paymentIntents.search', '9', new Date(NOW - 38 * DAY_MS).toISOString()],
    ['payouts.search', '9', new Date(NOW - 7 * DAY_MS).toISOString()],
    ['paymentAddresses.search', '9', undefined],
  ]);
});

it('tells of one payment with what was seen at this moment', async () => {
  const { sources } = sourcesOf({ 'paymentIntents.get': row(1, NOW - DAY_MS, { receivedAmount: 5 }) });
  const timeline = await timelineOf(sources, await readPayment(sources, uuid(1)));
  expect(timeline.map(({ what, at }) => [what, at])).toEqual([
    ['created', NOW - DAY_MS],
    ['deposit', NOW],
    ['status', NOW],
  ]);
});

it('an answer that can not be read is refused with its operation', async () => {
  const { sources } = sourcesOf({ 'paymentIntents.get': { status: 7 } });
  await expect(readPayment(sources, uuid(1))).rejects.toMatchObject({
    code: 'unreadable-reply',
    message: /^processing\.paymentIntents\.get: the reply can't be read/,
  });
});
