import { afterEach, expect, test } from 'vitest';
import { type ServedVenue, serveVenue } from '../servedVenue.ts';
import { type Answered, only } from '../venueUnderTest.ts';

type Json = Readonly<Record<string, unknown>>;

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const WITHDRAWAL = { currency: 'ETH', networkCode: 'ETH', amount: 0.1, destinationAddress: ETHEREUM };
const ROW = { ...WITHDRAWAL, amount: 0.2 };
const PAYOUT = { currencyFrom: 'EUR', amountFrom: 100, currencyTo: 'USDT', networkCode: 'ETH', address: ETHEREUM };
const PAYMENT = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 108, networkCode: 'ETH' };
const BENEFICIARY = { firstName: 'Ada', lastName: 'Lovelace', countryOfBirthCode: 'GB', dateOfBirth: '1990-01-01' };

const open: ServedVenue[] = [];

afterEach(async () => {
  for (const venue of open.splice(0)) {
    expect(venue.simulator.truth().failures).toEqual([]);
    await venue.close();
  }
});

async function served(): Promise<ServedVenue> {
  const venue = await serveVenue({ balances: only({ EUR: '1000', ETH: '20', BTC: '1', XLM: '1000' }) });
  open.push(venue);
  return venue;
}

const totalOf = (answer: Answered): number => (answer.json as { total: number }).total;

async function drafted({ exchange }: ServedVenue): Promise<string> {
  return String(((await exchange('POST', '/v1/withdrawals/batches', [ROW, ROW])).json as Json[])[0]!['id']);
}

async function underpaid({ processing, control, pass }: ServedVenue): Promise<string> {
  const { paymentIntentId } = (await processing('POST', '/v2/payment-intents/', PAYMENT)).json as Json;
  await control('POST', `/payments/${String(paymentIntentId)}/deposits`, { amount: 50 });
  await pass(5000);
  return String(paymentIntentId);
}

type Refusal = readonly [
  refused: string,
  control: readonly [method: string, path: string, body: object] | undefined,
  body: object,
  expected: object,
];

const refusedField = (...fields: string[]): object => ({
  status: 400,
  json: { errors: Object.fromEntries(fields.map((field) => [field, expect.anything()])) },
});
const refusedCode = (code: string): object => ({ status: 400, json: { code } });
const restrict = ['PUT', '/region', { restricted: ['ETH'] }] as const;
const lend = ['PUT', '/credit', { currency: 'ETH', amount: 5 }] as const;

const WITHDRAWAL_REFUSALS: readonly Refusal[] = [
  ['a restricted currency (000 Errors 7)', restrict, {}, refusedCode('operation-for-currency-not-allowed')],
  ['an unknown currency (000 Errors 3)', undefined, { currency: 'ABC' }, { status: 404, json: { message: 'currency ABC is not known' } }],
  [
    'an address of another network (000 Versioning)',
    undefined,
    { destinationAddress: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' },
    refusedField('destinationAddress'),
  ],
  ['a network without such a tag', undefined, { destinationAdditionalAddress: '7' }, refusedField('destinationAdditionalAddress')],
  [
    'a missing tag',
    undefined,
    { currency: 'XLM', networkCode: 'XLM', amount: 5, destinationAddress: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ' },
    refusedField('destinationAdditionalAddress'),
  ],
  ['less than the minimum', undefined, { amount: 0.001 }, refusedField('amount')],
  ['no beneficiary above USD 1000 (000 Limits)', undefined, { amount: 1 }, refusedField('beneficiary')],
  [
    'a beneficiary without all members',
    undefined,
    { amount: 1, beneficiary: { firstName: 'Ada' } },
    refusedField('beneficiary.lastName', 'beneficiary.dateOfBirth'),
  ],
  ['more than the balance (000 Withdrawals)', undefined, { amount: 21, beneficiary: BENEFICIARY }, refusedCode('insufficient-balance')],
  [
    'fee mode net where the balance covers only the amount',
    undefined,
    { amount: 20, feeType: 'net', beneficiary: BENEFICIARY },
    refusedCode('insufficient-balance'),
  ],
  ['credit funds (000 Withdrawals)', lend, { amount: 21, beneficiary: BENEFICIARY }, refusedCode('credit-funds-not-withdrawable')],
  ['a missing field (000 Errors 5)', undefined, { amount: undefined, networkCode: undefined }, refusedField('amount', 'networkCode')],
  [
    'an unexpected failure (000 Errors 6)',
    ['POST', '/faults', { fault: { kind: 'status', status: 500, apply: false } }],
    {},
    { status: 500, json: { code: 'server-error' } },
  ],
];

test.each(WITHDRAWAL_REFUSALS)('a withdrawal is refused for %s', async (_, set, body, expected) => {
  const venue = await served();
  if (set !== undefined) await venue.control(...set);
  expect(await venue.exchange('POST', '/v2/withdrawals', { ...WITHDRAWAL, ...body })).toMatchObject(expected);
  expect(totalOf(await venue.exchange('GET', '/v1/transactions?page=0&count=10'))).toBe(0);
});

const FIAT = { amount: undefined, fiatEquivalent: '100.50', fiatCurrency: 'EUR' };

const BATCH_REFUSALS: readonly Refusal[] = [
  ['a restricted currency', restrict, {}, refusedCode('operation-for-currency-not-allowed')],
  ['an address of another network', undefined, { destinationAddress: 'nowhere' }, refusedField('[1].destinationAddress')],
  ['both denominations in a row', undefined, { fiatEquivalent: '100.50', fiatCurrency: 'EUR' }, { status: 400 }],
  ['one of the two fiat fields alone', undefined, { ...FIAT, fiatCurrency: undefined }, { status: 400 }],
  ['mixed modes across rows', undefined, FIAT, { status: 400 }],
  ['no beneficiary above USD 1000', undefined, { amount: 1 }, refusedField('[1].beneficiary')],
  ['a currency of other characters than letters and digits', undefined, { currency: 'E-T' }, { status: 400 }],
  [
    'an unexpected failure',
    ['POST', '/faults', { fault: { kind: 'status', status: 500, apply: false } }],
    {},
    { status: 500, json: { code: 'server-error' } },
  ],
];

test.each(BATCH_REFUSALS)('a batch is refused as a whole for %s in one row (000 Mass withdrawal)', async (_, set, body, expected) => {
  const venue = await served();
  if (set !== undefined) await venue.control(...set);
  expect(await venue.exchange('POST', '/v1/withdrawals/batches', [ROW, { ...ROW, ...body }])).toMatchObject(expected);
  expect(await venue.exchange('GET', '/v1/withdrawals/batches/310')).toMatchObject({ status: 404 });
});

test('a confirmation is refused of a batch that is not known, or no draft any more; one that can not be paid for is declined', async () => {
  const venue = await served();
  const confirm = (id: string): Promise<Answered> => venue.exchange('POST', `/v1/withdrawals/batches/${id}/confirmation`);
  expect(await confirm('999')).toMatchObject({ status: 404 });
  const id = await drafted(venue);
  expect(await confirm(id)).toMatchObject({ status: 202, text: '' });
  expect(await confirm(id)).toMatchObject(refusedCode('batch-not-draft'));
  const rows = Array.from({ length: 50 }, () => ({ ...ROW, amount: 0.4 }));
  const [late] = (await venue.exchange('POST', '/v1/withdrawals/batches', rows)).json as Json[];
  expect(await confirm(String(late!['id']))).toMatchObject({ status: 202 });
  expect((await venue.exchange('GET', `/v1/withdrawals/batches/${String(late!['id'])}`)).json).toMatchObject({ status: 'Declined' });
});

const PAYOUT_REFUSALS: readonly Refusal[] = [
  ['neither amount (001 Payouts)', undefined, { amountFrom: undefined }, refusedField('amountFrom')],
  ['both amounts', undefined, { amountTo: 100 }, refusedField('amountFrom')],
  ['a fee mode without amountTo', undefined, { amountToType: 'net' }, refusedField('amountToType')],
  ['a currency that is no fiat money', undefined, { currencyFrom: 'BTC' }, { status: 404 }],
  ['an address of another network', undefined, { address: 'nowhere' }, refusedField('address')],
  ['a network that the coin does not have', undefined, { networkCode: 'SOL' }, refusedCode('network-not-supported')],
  ['more than the balance', undefined, { amountFrom: 10_000_000 }, refusedCode('insufficient-balance')],
  ['not more than the fee', undefined, { amountFrom: 1 }, refusedCode('amount-too-small')],
];

test.each(PAYOUT_REFUSALS)('a payout is refused for %s', async (_, _set, body, expected) => {
  const { processing } = await served();
  expect(await processing('POST', '/v2/payout-intents', { ...PAYOUT, ...body })).toMatchObject(expected);
  expect((await processing('POST', '/v1/payout-intents/search', {})).json).toEqual([]);
});

test('a refund is refused of a payment that is not known, has no deposit, is complete, or is being refunded (001 States)', async () => {
  const venue = await served();
  const refund = (id: string): Promise<Answered> => venue.processing('POST', `/v1/payment-intents/${id}/crypto-refunds`);
  expect(await refund('3d813cbb-47fb-42ba-91df-831e1593ac29')).toMatchObject({ status: 404 });
  const { paymentIntentId } = (await venue.processing('POST', '/v2/payment-intents/', PAYMENT)).json as Json;
  expect(await refund(String(paymentIntentId))).toMatchObject(refusedCode('manual-action-not-allowed'));
  const id = await underpaid(venue);
  await venue.control('PUT', '/network-fees', { currency: 'USDT', networkCode: 'ETH', fee: 50 });
  expect(await refund(id)).toMatchObject(refusedCode('amount-too-small'));
  await venue.control('PUT', '/network-fees', { currency: 'USDT', networkCode: 'ETH', fee: 4 });
  expect(await refund(id)).toMatchObject({ status: 200 });
  expect(await refund(id)).toMatchObject(refusedCode('refund-in-progress'));
});

test('what was quoted is not what is charged when the network’s fee changes in between', async () => {
  const venue = await served();
  const { exchange, processing, control } = venue;
  const intent = await underpaid(venue);
  const batch = async (): Promise<unknown> => ((await exchange('POST', '/v1/withdrawals/batches', [ROW])).json as Json[])[0]!['feeAmount'];
  const fees = async (): Promise<unknown[]> => [
    ((await exchange('POST', '/v2/withdrawals/fee', WITHDRAWAL)).json as Json)['feeAmount'],
    await batch(),
    ((await processing('POST', '/v2/payout-intents/estimated-fee', PAYOUT)).json as Json)['feeAmount'],
    ((await processing('POST', `/v1/payment-intents/${intent}/crypto-refunds/fee`, { address: ETHEREUM })).json as Json)['feeAmount'],
  ];
  expect(await fees()).toEqual([0.001, 0.001, 4, 4]);
  await control('PUT', '/network-fees', { currency: 'ETH', networkCode: 'ETH', fee: 0.002 });
  await control('PUT', '/network-fees', { currency: 'USDT', networkCode: 'ETH', fee: 6 });
  expect(await fees()).toEqual([0.002, 0.002, 6, 6]);
  expect((await exchange('POST', '/v2/withdrawals', WITHDRAWAL)).json).toMatchObject({ fee: 0.002, grossAmount: 0.102 });
  expect((await processing('POST', '/v2/payout-intents', PAYOUT)).json).toMatchObject({ feeAmount: 6 });
});

test('prices that are moved reach the books and the payment service, and stay; an order of the account in the way trades', async () => {
  const venue = await served();
  const { exchange, control } = venue;
  const touch = async (): Promise<number> =>
    ((await exchange('GET', '/v1/spot-trading/orderbook/BTC%2FEUR?depth=1')).json as { bids: [number, number][] }).bids[0]![0];
  const before = await touch();
  await exchange('POST', '/v1/spot-trading/orders', {
    symbol: 'BTC/EUR',
    type: 'Limit',
    side: 'Buy',
    amount: 0.001,
    price: Math.round(before * 0.9),
  });
  const { euro } = await control('POST', '/prices', { currency: 'BTC', factor: 0.7 });
  expect((await touch()) / before).toBeCloseTo(0.7, 2);
  expect((euro as number) / before).toBeCloseTo(0.7, 2);
  expect(totalOf(await exchange('GET', '/v1/spot-trading/trades?page=0&count=10'))).toBe(1);
  venue.simulator.start();
  await venue.pass(60_000);
  expect((await touch()) / before).toBeCloseTo(0.7, 1);
});

test.each([
  ['POST', '/prices', { currency: 'EUR', factor: 2 }],
  ['POST', '/prices', { currency: 'ABC', factor: 2 }],
  ['POST', '/prices', { currency: 'BTC', factor: 1_000_000 }],
  ['PUT', '/credit', { currency: 'ABC', amount: 1 }],
  ['PUT', '/credit', { currency: 'ADA', amount: 5 }],
  ['PUT', '/credit', { currency: 'VPT', amount: 0 }],
  ['PUT', '/credit', { currency: 'BTC', amount: -1 }],
  ['PUT', '/network-fees', { currency: 'BTC', networkCode: 'SOL', fee: 1 }],
  ['PUT', '/network-fees', { currency: 'USDT', networkCode: 'ETH', fee: 1e-30 }],
  ['PUT', '/network-fees', { currency: 'XLM', networkCode: 'XLM', fee: 0.000000001 }],
  ['PUT', '/holds', { kinds: ['orders'] }],
  ['POST', '/holds/70000/release', {}],
  ['POST', '/withdrawals/70000/completion', {}],
  ['POST', '/crypto-deposits/70000/decline', {}],
  ['POST', '/fiat-withdrawals/40000/decline', {}],
  ['POST', '/fiat-withdrawals', { amount: 5000, currency: 'EUR', bankCountryCode: 'DE', bankAccount: 'x' }],
  ['POST', '/fiat-withdrawals', { amount: 50, currency: 'EUR', bankCountryCode: 'ZZ', bankAccount: 'x' }],
  ['POST', '/fiat-deposits', { amount: 50, currency: 'BTC', method: 'Apm' }],
  ['POST', '/batches/310/decline', {}],
] as const)('%s %s %j is refused by the control side with a message', async (method, path, body) => {
  const { control } = await served();
  await expect(control(method, path, body)).rejects.toThrow(/: 40[04] {"message":".+"}/);
});

test('credit funds come and go, and the venue loses and makes no money by them', async () => {
  const { control, simulator } = await served();
  const before = simulator.truth().sums;
  await control('PUT', '/credit', { currency: 'BTC', amount: 3 });
  await control('PUT', '/credit', { currency: 'BTC', amount: 1 });
  expect(simulator.truth().sums).toEqual(before);
  expect(
    simulator
      .truth()
      .balances.find(({ currency }) => currency === 'BTC')!
      .total.toFixed(),
  ).toBe('2');
});
