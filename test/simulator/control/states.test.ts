import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { type ServedVenue, serveVenue } from '../servedVenue.ts';
import { only } from '../venueUnderTest.ts';

type Json = Readonly<Record<string, unknown>>;

/** The rows of the table in docs/simulator.md. */
const ROWS = tableOf(readFileSync(new URL('../../../docs/simulator.md', import.meta.url), 'utf8'));

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PAYMENT = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 108, networkCode: 'ETH', callbackUrl: 'https://shop.example/notify' };
const WITHDRAWAL = { currency: 'ETH', networkCode: 'ETH', amount: 0.1, destinationAddress: ETHEREUM };

/** What a row begins with: the texts that stand for its names, and how what it comes to is read. */
interface Beginning {
  begin(venue: ServedVenue): Promise<Readonly<Record<string, string>>>;
  read(venue: ServedVenue, names: Readonly<Record<string, string>>): Promise<string>;
}

const payment: Beginning = {
  begin: async ({ processing }) => {
    const { paymentIntentId, amountFrom } = (await processing('POST', '/v2/payment-intents/', PAYMENT)).json as Json;
    return { ID: String(paymentIntentId), AMOUNT: String(amountFrom) };
  },
  read: async (venue, { ID }) => {
    const { status, statusDescription, retryPaymentIntents } = await intentOf(venue, ID!);
    const retry = (retryPaymentIntents as Json[]).at(-1);
    const external = retry?.['externalTransactionId'] === undefined ? '' : ' with an externalTransactionId';
    const retried = retry === undefined ? '' : `, ${String(retry['type']).toLowerCase()} retry ${String(retry['status'])}${external}`;
    return `${String(status)}${retried}${because(statusDescription)}`;
  },
};

const BEGINNINGS: Readonly<Record<string, Beginning>> = {
  payment,
  'payment page': {
    begin: async ({ processing }) => {
      const link = (await processing('POST', '/v1/payment-intents/', { currency: 'EUR', amount: 108 })).json as string;
      return { ID: new URL(link).searchParams.get('paymentIntentId')! };
    },
    read: payment.read,
  },
  refund: {
    begin: async (venue) => {
      const names = await payment.begin(venue);
      await venue.control('POST', `/payments/${names['ID']}/deposits`, { amount: 50 });
      await venue.pass(5000);
      return names;
    },
    // The documents show a refund's state in the reply to it and in its notifications alone.
    read: ({ told, simulator }, { REFUND }) => {
      const notices = told.filter((notice) => notice['cryptoRefundPaymentIntentId'] === REFUND);
      const last = notices.at(-1);
      expect(simulator.truth().failures).toEqual([]);
      return Promise.resolve(last === undefined ? 'Pending' : `${String(last['status'])}${because(last['statusDescription'])}`);
    },
  },
  payout: {
    begin: async ({ processing }) => {
      const request = { currencyFrom: 'EUR', amountFrom: 100, currencyTo: 'USDT', networkCode: 'ETH', address: ETHEREUM };
      return { ID: String(((await processing('POST', '/v2/payout-intents', request)).json as Json)['payoutIntentId']) };
    },
    read: readPayout,
  },
  'payout link': {
    begin: async ({ control }) => ({ ID: String((await control('POST', '/payout-links', { currency: 'EUR', amount: 100 }))['id']) }),
    read: readPayout,
  },
  withdrawal: {
    begin: async ({ exchange }) => ({ ID: String(((await exchange('POST', '/v2/withdrawals', WITHDRAWAL)).json as Json)['id']) }),
    read: async (venue) => {
      const { status, fee } = await newestOf(venue, '/v1/transactions');
      return `${String(status)}${status === 'Completed' ? `, fee ${String(fee)}` : ''}`;
    },
  },
  batch: {
    begin: async ({ exchange }) => {
      const [made] = (await exchange('POST', '/v1/withdrawals/batches', [WITHDRAWAL, WITHDRAWAL])).json as Json[];
      // The first withdrawal of this venue has this number.
      return { ID: String(made!['id']), ROW: '70000' };
    },
    read: async ({ exchange }, { ID }) => {
      const batch = (await exchange('GET', `/v1/withdrawals/batches/${ID}`)).json as Json;
      const counts = ['pending', 'declined', 'completed'].map((state) => [batch[`${state}TransactionCount`], state]);
      return [batch['status'], ...counts.filter(([count]) => count !== 0).map((each) => each.join(' '))].join(', ');
    },
  },
  'crypto deposit': {
    begin: async ({ exchange }) => {
      const asked = { currency: 'ETH', networkCode: 'ETH', addressType: 'Primary' };
      return { ADDRESS: String(((await exchange('POST', '/v2/deposit-addresses/', asked)).json as Json)['address']) };
    },
    read: async (venue) => String((await newestOf(venue, '/v1/transactions'))['status']),
  },
  'ViBAN deposit': {
    begin: async ({ exchange }) => {
      const request = { amount: 250, currency: 'EUR', clientIp: '203.0.113.7' };
      return { ID: String(((await exchange('POST', '/v1/fiat/deposits/viban', request)).json as Json)['transactionId']) };
    },
    read: readFiat,
  },
  'wire deposit': {
    begin: async ({ exchange }) => {
      const customer = { customerBankName: 'Bank', customerIban: 'SE4550000000058398257466', customerBankCountryIso2: 'SE' };
      const request = { netAmount: 994, feeAmount: 6, currency: 'EUR', bankAccountId: 11, ...customer };
      return { ID: String(((await exchange('POST', '/v1/fiat/deposits/wire-transfer', request)).json as Json)['referenceNumber']) };
    },
    read: readFiat,
  },
  'fiat history': { begin: () => Promise.resolve({}), read: readFiat },
  'balance of ETH': {
    begin: () => Promise.resolve({}),
    read: async ({ exchange }) => {
      const wallets = (await exchange('GET', '/v1/balances')).json as Json[];
      const { availableBalance, availableWithdrawalBalance } = wallets.find(({ currency }) => currency === 'ETH')!;
      return `available ${String(availableBalance)}, for withdrawals ${String(availableWithdrawalBalance)}`;
    },
  },
};

const open: ServedVenue[] = [];

afterEach(async () => {
  for (const venue of open.splice(0)) {
    expect(venue.simulator.truth().failures).toEqual([]);
    await venue.close();
  }
});

describe('A10: each state of the table in docs/simulator.md is brought about', () => {
  test('the table is there, and begins with everything that is known here', () => {
    expect(ROWS.length).toBeGreaterThan(45);
    expect([...new Set(ROWS.map(({ begins }) => begins))].toSorted()).toEqual(Object.keys(BEGINNINGS).toSorted());
  });

  test.each(ROWS)('$begins: $comes', async ({ begins, requests, comes }) => {
    const balances = only({ EUR: '10000', ETH: '20', USDT: '1000' });
    const venue = await serveVenue({ balances, processing: { fee: { percent: dec('0.01'), fixed: {} } } });
    open.push(venue);
    const { begin, read } = BEGINNINGS[begins]!;
    let names = await begin(venue);
    for (const request of requests) {
      const reply = await sent(venue, request, names);
      const refund = reply?.['cryptoRefundPaymentIntentId'];
      if (typeof refund === 'string') names = { ...names, REFUND: refund };
    }
    expect(await read(venue, names)).toBe(comes);
  });
});

interface Row {
  readonly begins: string;
  readonly requests: readonly string[];
  readonly comes: string;
}

function tableOf(document: string): Row[] {
  const section = document.split('### Each state, and how it is brought about')[1]!.split(/^##/m)[0]!;
  return [...section.matchAll(/^\| (?!begins|---)(.+?) \|(.*)\| (.+?) \|$/gm)].map(([, begins, requests, comes]) => ({
    begins: begins!.trim(),
    requests: [...requests!.matchAll(/`([^`]+)`/g)].map(([, request]) => request!),
    comes: comes!,
  }));
}

/** Sends `METHOD /path {body}`: to the venue when the path has a version, else to the control side. */
async function sent(venue: ServedVenue, request: string, names: Readonly<Record<string, string>>): Promise<Json | undefined> {
  const text = Object.entries(names).reduce((line, [name, value]) => line.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value), request);
  const [, method, path, body] = /^(\w+) (\S+)(?: (.+))?$/.exec(text)!;
  const parsed = body === undefined ? undefined : (JSON.parse(body) as unknown);
  if (!/^\/v\d\//.test(path!)) return venue.control(method!, path!, parsed);
  const call = /^\/v\d\/(?:payment|payout)-intents/.test(path!) ? venue.processing : venue.exchange;
  const { status, json, text: told } = await call(method!, path!, parsed);
  if (status >= 300) throw new Error(`${text}: ${status} ${told}`);
  return json as Json | undefined;
}

async function intentOf({ processing }: ServedVenue, id: string): Promise<Json> {
  return (await processing('GET', `/v1/payment-intents/${id}`)).json as Json;
}

async function readPayout({ processing }: ServedVenue, { ID }: Readonly<Record<string, string>>): Promise<string> {
  const { status, statusDescription } = (await processing('GET', `/v1/payout-intents/${ID}`)).json as Json;
  return `${String(status)}${because(statusDescription)}`;
}

async function readFiat(venue: ServedVenue): Promise<string> {
  const { type, paymentMethod, status } = await newestOf(venue, '/v1/fiat/transactions');
  const method = paymentMethod === '0' ? 'the text 0' : paymentMethod;
  return [type, method, status].map(String).join(' ');
}

async function newestOf({ exchange }: ServedVenue, path: string): Promise<Json> {
  return ((await exchange('GET', `${path}?page=0&count=1`)).json as { data: Json[] }).data[0]!;
}

function because(description: unknown): string {
  return typeof description === 'string' ? `: ${description}` : '';
}
