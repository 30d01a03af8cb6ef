import { decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, test } from 'vitest';
import { openPayments, type PaymentsUnderTest } from './paymentsUnderTest.ts';

const OWN = '0x52908400098527886E0F7030069857D2E4169EE7';

async function needingAction(amount = '60', payments = openPayments()): Promise<{ payments: PaymentsUnderTest; id: string }> {
  const id = await payments.create();
  payments.deposit(id, amount);
  await payments.advance(2000);
  return { payments, id };
}

describe('crypto refunds (001 Endpoints)', () => {
  test('networks: those of the coin, in order', async () => {
    const { payments, id } = await needingAction();
    expect(await payments.ask('GET', `/v1/payment-intents/${id}/coin-networks`)).toMatchObject({
      coin: 'USDT',
      coinNetworks: [
        { networkCode: 'BNB_TEST', order: 1 },
        { networkCode: 'ETH' },
        { networkCode: 'TRX', addressType: 'Multiple', order: 3 },
      ],
    });
  });

  test('fee: amount is what arrives, the fee deducted, and nothing is sent', async () => {
    const { payments, id } = await needingAction();
    const before = payments.told.length;
    expect(await payments.ask('POST', `/v1/payment-intents/${id}/crypto-refunds/fee`, { address: OWN })).toEqual({
      amount: 56,
      feeAmount: 4,
      totalAmount: 60,
    });
    await payments.advance(60_000);
    expect(payments.told).toHaveLength(before);
  });

  test('fee: an address of another network, and an unknown network, are refused', async () => {
    const { payments, id } = await needingAction();
    const path = `/v1/payment-intents/${id}/crypto-refunds/fee`;
    expect(await payments.call('POST', path, { address: 'nowhere' })).toMatchObject({
      status: 400,
      json: { errors: { address: ['is not an address of network ETH'] } },
    });
    expect(await payments.call('POST', path, { address: OWN, additionalAddress: '7' })).toMatchObject({
      status: 400,
      json: { errors: { additionalAddress: ['must be empty: network ETH has no tags'] } },
    });
    expect(await payments.call('POST', path, { address: OWN, networkCode: 'SOL' })).toMatchObject({
      status: 400,
      json: { code: 'network-not-supported' },
    });
    expect(await payments.call('POST', path, {})).toMatchObject({ status: 400, json: { errors: { address: ['is required'] } } });
  });

  test('one at a time, and no other manual action meanwhile', async () => {
    const { payments, id } = await needingAction();
    await payments.ask('POST', `/v1/payment-intents/${id}/crypto-refunds`);
    for (const path of ['crypto-refunds', 'manually-completed', 'retry/request-for-quote']) {
      expect(await payments.call('POST', `/v1/payment-intents/${id}/${path}`)).toMatchObject({
        status: 400,
        json: { code: 'refund-in-progress' },
      });
    }
  });

  test('a deposit too small to pay for its way back can’t be refunded', async () => {
    const { payments, id } = await needingAction('4');
    expect(await payments.call('POST', `/v1/payment-intents/${id}/crypto-refunds`)).toMatchObject({
      status: 400,
      json: { code: 'amount-too-small' },
    });
  });

  test('one that fails says so, and the intent still needs a decision', async () => {
    const { payments, id } = await needingAction();
    payments.simulator.payments.failNext('refund', 'the network is down');
    await payments.ask('POST', `/v1/payment-intents/${id}/crypto-refunds`);
    await payments.advance(5000);
    expect(payments.sequence().slice(3)).toEqual(['Refund ProcessingRefund', 'Refund Failed']);
    expect(payments.told.at(-1)).toMatchObject({ statusDescription: 'the network is down' });
    expect((await payments.call('POST', `/v1/payment-intents/${id}/manually-completed`)).status).toBe(200);
  });
});

async function linkOf(payments: PaymentsUnderTest, id: string, query = 'languageIso2=en'): Promise<string> {
  return (await payments.ask('GET', `/v1/payment-intents/${id}/crypto-refunds/link?${query}`)) as unknown as string;
}

async function visit(
  payments: PaymentsUnderTest,
  link: string,
  form?: Readonly<Record<string, string>>,
): Promise<{ status: number; text: string }> {
  const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
  const response = await payments.simulator.fetch(new Request(`http://venue.test${link}`, init));
  return { status: response.status, text: await response.text() };
}

describe('the refund link (001 Endpoints, 001 Errors 4)', () => {
  test('is a path with merchantId, languageIso2 and a JWT that lasts 120 hours (001 Limits)', async () => {
    const { payments, id } = await needingAction();
    const link = new URL(await linkOf(payments, id), 'http://venue.test');
    expect([link.pathname, [...link.searchParams.keys()]]).toEqual(['/refund', ['merchantId', 'languageIso2', 'token']]);
    const token = link.searchParams.get('token')!;
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(decodeJwt(token).exp! * 1000 - payments.clock.now()).toBe(120 * 3_600_000);
  });

  test.each([
    ['', 'languageIso2'],
    ['languageIso2=english', 'languageIso2'],
    ['languageIso2=en&refundFlow=Half', 'refundFlow'],
  ])('is refused for %j, naming %s', async (query, field) => {
    const { payments, id } = await needingAction();
    const { status, json } = await payments.call('GET', `/v1/payment-intents/${id}/crypto-refunds/link?${query}`);
    expect([status, Object.keys((json as { errors: object }).errors)]).toEqual([400, [field]]);
  });

  test('may be opened several times; the refund is Pending when the payer begins; after it was issued the link shows an error', async () => {
    const { payments, id } = await needingAction();
    const link = await linkOf(payments, id);
    for (let i = 0; i < 3; i++) expect(await visit(payments, link)).toMatchObject({ status: 200 });
    expect((await payments.call('GET', `/v1/payment-intents/${id}/crypto-refunds/link?languageIso2=en`)).status).toBe(200);
    expect(await visit(payments, link, { step: 'begin' })).toMatchObject({ status: 200 });
    expect(await payments.call('POST', `/v1/payment-intents/${id}/crypto-refunds`)).toMatchObject({ json: { code: 'refund-in-progress' } });
    expect(await visit(payments, link, { step: 'confirm', address: 'nowhere' })).toMatchObject({ status: 400 });
    expect(await visit(payments, link, { step: 'confirm', address: OWN })).toMatchObject({ status: 200 });
    expect(await visit(payments, link)).toMatchObject({ status: 400, text: expect.stringContaining('already been issued') as string });
    await payments.advance(5000);
    expect((await payments.intent(id))['status']).toBe('ManuallyCompletedWithRefund');
    expect(payments.told.find(({ notificationType }) => notificationType.startsWith('CryptoRefund'))).toMatchObject({
      destinationAddress: OWN,
    });
    expect(await visit(payments, link)).toMatchObject({ status: 400 });
  });

  test('is not valid any more after 120 hours', async () => {
    const { payments, id } = await needingAction();
    const link = await linkOf(payments, id);
    await payments.advance(120 * 3_600_000 - 1);
    expect((await visit(payments, link)).status).toBe(200);
    await payments.advance(1);
    expect(await visit(payments, link)).toMatchObject({ status: 400, text: expect.stringContaining('expired') as string });
  });

  test('a refund that the payer began and never finished fails when the link expires; then there may be another', async () => {
    const { payments, id } = await needingAction();
    const link = await linkOf(payments, id);
    await visit(payments, link, { step: 'begin' });
    await payments.advance(120 * 3_600_000);
    expect(payments.told.at(-1)).toMatchObject({ status: 'Failed', statusDescription: 'the link has expired' });
    expect((await payments.intent(id))['status']).toBe('ManualActionRequired');
    await payments.ask('POST', `/v1/payment-intents/${id}/crypto-refunds`);
    await payments.advance(5000);
    expect((await payments.intent(id))['status']).toBe('ManuallyCompletedWithRefund');
  });

  test('cannot take over a refund that was asked for by API', async () => {
    const { payments, id } = await needingAction();
    const link = await linkOf(payments, id);
    await payments.ask('POST', `/v1/payment-intents/${id}/crypto-refunds`);
    expect((await visit(payments, link, { step: 'confirm', address: OWN })).status).toBe(400);
    await payments.advance(5000);
    expect(payments.sequence().slice(3)).toEqual(['Refund ProcessingRefund', 'Refund Completed', 'Intent ManuallyCompletedWithRefund']);
    expect(payments.simulator.truth().failures).toEqual([]);
  });

  test('with a token that is not the venue’s shows an error', async () => {
    const { payments, id } = await needingAction();
    const link = await linkOf(payments, id);
    for (const bad of [`${link}x`, '/refund', '/refund?token=a.b.c', link.replace('/refund', '/payout')]) {
      expect(await visit(payments, bad)).toMatchObject({ status: 400 });
    }
  });

  test('Excess refunds only what is above the requested amount, and the rest is credited', async () => {
    const { payments, id } = await needingAction('200');
    const link = await linkOf(payments, id, 'languageIso2=en&refundFlow=Excess');
    await visit(payments, link, { step: 'begin' });
    await visit(payments, link, { step: 'confirm', address: OWN });
    await payments.advance(5000);
    expect(await payments.intent(id)).toMatchObject({ status: 'ManuallyCompletedWithRefund', executedAmountTo: 108 });
    expect(payments.told.find(({ status }) => status === 'ProcessingRefund')).toMatchObject({ amount: 76, feeAmount: 4 });
  });

  test('Excess is refused where nothing is above the requested amount', async () => {
    const { payments, id } = await needingAction('60');
    const path = `/v1/payment-intents/${id}/crypto-refunds/link?languageIso2=en&refundFlow=Excess`;
    expect(await payments.call('GET', path)).toMatchObject({ status: 400, json: { code: 'amount-too-small' } });
  });
});
