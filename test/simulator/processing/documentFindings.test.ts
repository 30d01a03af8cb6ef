import { afterEach, expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { SimulatorOptions } from '../../../src/simulator/simulatorOptions.ts';
import { type ServedVenue, serveVenue } from '../servedVenue.ts';

const open: ServedVenue[] = [];

afterEach(async () => {
  for (const venue of open.splice(0)) {
    expect(venue.simulator.truth().failures).toEqual([]);
    await venue.close();
  }
});

async function served(options: Partial<SimulatorOptions> = {}): Promise<ServedVenue> {
  const venue = await serveVenue(options);
  open.push(venue);
  return venue;
}

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** 108 EUR, on a network without mock deposits. */
const INTENT = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 108, networkCode: 'ETH', callbackUrl: 'https://shop.example/notify' };
const PAYOUT = { currencyFrom: 'EUR', amountFrom: 100, currencyTo: 'USDT', networkCode: 'ETH', address: ETHEREUM };

/** One percent and a tenth of a euro; conversions into the merchant's currency cost half a percent. */
const FEE = { percent: dec('0.01'), fixed: { EUR: dec('0.1') }, conversion: dec('0.005') };
const PRICES: Readonly<Record<string, string>> = {
  EUR: '1',
  USD: '0.9',
  USDT: '0.9',
  BTC: '50000',
  ETH: '2000',
  XRP: '0.5',
  ADA: '0.4',
  GBP: '1.2',
  VPT: '0.01',
};
const euroPrice = (code: string) => (PRICES[code] === undefined ? undefined : dec(PRICES[code]));

async function intended(venue: ServedVenue, terms: object = {}): Promise<string> {
  const { json } = await venue.processing('POST', '/v2/payment-intents/', { ...INTENT, ...terms });
  return (json as { paymentIntentId: string }).paymentIntentId;
}

async function read({ processing }: ServedVenue, id: string): Promise<Record<string, unknown>> {
  return (await processing('GET', `/v1/payment-intents/${id}`)).json as Record<string, unknown>;
}

async function paid(venue: ServedVenue, id: string, amount: number, more: object = {}): Promise<void> {
  await venue.control('POST', `/payments/${id}/deposits`, { amount, ...more });
  await venue.pass(5000);
}

test(
  'A4: the fiat equivalent of a repeat deposit is in fiat money, for an intent over a coin too (001 States, repeat deposit)',
  { tags: 'long' },
  async () => {
    const venue = await served({ processing: { euroPrice } });
    for (const [currencyTo, amountTo, equivalent] of [
      ['USDT', 120, { fiatEquivalentAmount: 54, fiatEquivalentCurrency: 'EUR' }],
      ['USD', 120, { fiatEquivalentAmount: 60, fiatEquivalentCurrency: 'USD' }],
    ] as const) {
      const id = await intended(venue, { currencyTo, amountTo });
      await paid(venue, id, 120);
      await paid(venue, id, 60);
      const told = venue.told.filter(({ existingPaymentIntentId }) => existingPaymentIntentId === id);
      expect(told.map(({ status }) => status)).toEqual(['Processing', 'Completed']);
      for (const notice of told) expect(notice).toMatchObject(equivalent);
    }
  },
);

test('A5: a completed automatic retry names its fee, a failed one has none (001 Payment intent, retry record)', async () => {
  const venue = await served({ processing: { euroPrice, fee: FEE } });
  const id = await intended(venue);
  await paid(venue, id, 100);
  await paid(venue, id, 19);
  const { status, retryPaymentIntents, processingFeeAmount } = await read(venue, id);
  expect(status).toBe('PartiallyCompleted');
  expect(retryPaymentIntents).toMatchObject([
    { type: 'Automatic', status: 'Failed' },
    { type: 'Automatic', status: 'Completed', feeAmount: processingFeeAmount },
  ]);
  expect(processingFeeAmount).toBe(1.28);
  expect((retryPaymentIntents as object[])[0]).not.toHaveProperty('feeAmount', expect.anything());
});

test('A6: a conversion into the merchant’s currency names its fee (001 Payment intent, custom conversion)', async () => {
  const venue = await served({ processing: { euroPrice, fee: FEE, settings: { rules: { merchantCurrency: 'USD' } } } });
  const id = await intended(venue);
  await paid(venue, id, 120);
  expect(await read(venue, id)).toMatchObject({
    processingFeeAmount: 1.18,
    processingFeeCurrency: 'EUR',
    customConversion: { currencyTo: 'USD', amountTo: 118.08, processingFeeAmount: 0.6, processingFeeCurrency: 'USD' },
    executedAmountTo: 118.08,
    executedCurrencyTo: 'USD',
  });
});

test('A6: the sum of the processing fees is told in full, however small the intent is (001 Errors 2)', async () => {
  const { processing } = await served({ processing: { euroPrice, fee: FEE } });
  expect((await processing('POST', '/v2/payment-intents/', { ...INTENT, amountTo: 0.05 })).json).toEqual({
    code: 'amount-below-fees',
    message: 'amountTo must be greater than the sum of the processing fees, 0.11 EUR',
  });
});

test('A6: a deposit from inside of the venue has an id of origin instead of a hash and a source (001 Payment intent)', async () => {
  const venue = await served({ processing: { euroPrice } });
  const id = await intended(venue);
  const { address } = await read(venue, id);
  const withdrawal = { currency: 'USDT', networkCode: 'ETH', amount: 120, destinationAddress: address, feeType: 'net' };
  const sent = (await venue.exchange('POST', '/v2/withdrawals', withdrawal)).json as { id: number };
  await venue.pass(30_000);
  const intent = await read(venue, id);
  expect(intent).toMatchObject({ status: 'Completed', receivedAmount: 120, originTransactionId: String(sent.id) });
  expect([intent['transactionHash'] ?? null, intent['sourceAddress'] ?? null]).toEqual([null, null]);
  expect(venue.told.at(-1)).toMatchObject({ status: 'Completed', originTransactionId: String(sent.id), transactionHash: null });
});

test('A6: another coin that is sent to the address of an intent does not pay it', async () => {
  const venue = await served({ processing: { euroPrice } });
  const id = await intended(venue);
  const { address } = await read(venue, id);
  await venue.exchange('POST', '/v2/withdrawals', { currency: 'ETH', networkCode: 'ETH', amount: 0.1, destinationAddress: address });
  await venue.pass(30_000);
  expect(await read(venue, id)).toMatchObject({ status: 'Pending' });
});

test.each(['USDT', 'BTC'])(
  'A6: a payout from %s is refused: it is paid from a fiat balance (001 What the service does)',
  async (currencyFrom) => {
    const { processing } = await served();
    const refusal = { status: 404, json: { message: `currency ${currencyFrom} is not a fiat currency` } };
    expect(await processing('POST', '/v2/payout-intents/estimated-fee', { ...PAYOUT, currencyFrom })).toMatchObject(refusal);
    expect(await processing('POST', '/v2/payout-intents', { ...PAYOUT, currencyFrom })).toMatchObject(refusal);
    expect(await processing('POST', '/v1/payout-intents/', { currency: currencyFrom, amount: 10 })).toMatchObject(refusal);
  },
);

test.each([
  ['de', 'Zahlung', 'Auszahlung', 'Rückzahlung'],
  ['fr', 'Paiement', 'Versement', 'Remboursement'],
  ['ja', 'Payment', 'Payout', 'Refund'],
])(
  'A6: pages that were asked for in %s speak it where it has texts (001 Endpoints, languageIso2)',
  async (languageIso2, payment, payout, refund) => {
    const venue = await served({ processing: { euroPrice } });
    const link = async (path: string): Promise<string> =>
      (await venue.processing('POST', path, { currency: 'EUR', amount: 108, languageIso2 })).json as string;
    const id = await intended(venue);
    await paid(venue, id, 60);
    const refunds = (await venue.processing('GET', `/v1/payment-intents/${id}/crypto-refunds/link?languageIso2=${languageIso2}`))
      .json as string;
    const pages = [
      await venue.visit(await link('/v1/payment-intents/')),
      await venue.visit(await link('/v1/payout-intents/')),
      await venue.visit(refunds),
    ];
    expect(pages.map(({ status, text }) => [status, /<h1>(.*)<\/h1>/.exec(text)?.[1]])).toEqual([
      [200, payment],
      [200, payout],
      [200, refund],
    ]);
  },
);
