import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { allOperations } from '../../src/contract/contract.ts';
import { exampleTexts } from '../../src/contract/exampleTexts.ts';
import { fieldsOf } from '../../src/contract/fields.ts';
import { serveSimulator, type SimulatorServer } from '../../src/simulator/serve.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { type Ran, run } from './testIo.ts';

let simulator: Simulator;
let server: SimulatorServer;
/** Requests that reached the venue, signed or not. */
let received = 0;
let env: Readonly<Record<string, string>>;
/** All that any command of this file printed. */
let printed = '';

beforeAll(async () => {
  const balances = { EUR: dec(100_000), BTC: dec(5), XRP: dec(1000) };
  simulator = createSimulator({ clock: systemClock, seed: 7, balances, deliver: () => Promise.resolve(200) });
  const handle: Simulator['handle'] = (call) => {
    received++;
    return simulator.handle(call);
  };
  server = await serveSimulator({ handle }, { port: 0 });
  env = {
    SLUICE_EXCHANGE_URL: server.url,
    SLUICE_EXCHANGE_KEY: simulator.exchange.key,
    SLUICE_EXCHANGE_SECRET: simulator.exchange.secret,
    SLUICE_PROCESSING_URL: server.url,
    SLUICE_PROCESSING_KEY: simulator.processing.key,
    SLUICE_PROCESSING_SECRET: simulator.processing.secret,
    SLUICE_HOSTED_URL: server.url,
    SLUICE_HOSTED_USER: simulator.hostedPage.userUuid,
    SLUICE_HOSTED_SECRET: simulator.hostedPage.secret,
  };
});

afterAll(async () => {
  expect(printed).not.toBe('');
  const { exchange, processing, hostedPage } = simulator;
  for (const { secret } of [exchange, processing, hostedPage]) expect(printed).not.toContain(secret);
  for (const { key } of [exchange, processing]) expect(printed).not.toContain(key);
  simulator.stop();
  await server.close();
});

async function api(words: readonly string[], variables: Readonly<Record<string, string>> = env): Promise<Ran> {
  const ran = await run(['api', ...words], { env: variables });
  printed += ran.stdout + ran.stderr;
  // On a busy machine a write may miss its deadline. Nothing was sent then.
  return MISSED.test(ran.stderr) ? api(words, variables) : ran;
}

const MISSED = /connecting took longer than/;

async function json(...words: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await api([...words, '-o', 'json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const ORDER = ['--symbol', 'BTC/EUR', '--type', 'Limit', '--side', 'Buy', '--amount', '0.001', '--price', '50000'];

describe('sluice api --list', () => {
  it('lists every operation with interface, method and path', async () => {
    const rows = (await json('--list')) as readonly Readonly<Record<string, unknown>>[];
    expect(rows).toHaveLength(allOperations().length);
    expect(rows.length).toBeGreaterThanOrEqual(57);
    expect(rows).toContainEqual(
      expect.objectContaining({
        operation: 'exchange.orders.place',
        interface: 'exchange',
        method: 'POST',
        path: '/v1/spot-trading/orders',
      }),
    );
    for (const row of rows) expect(Object.keys(row)).toEqual(expect.arrayContaining(['operation', 'interface', 'method', 'path']));
  });

  it('is told of when no operation is named', async () => {
    const { code, stderr } = await api([]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('`sluice api --list`')]);
  });
});

describe('sluice api OPERATION', () => {
  it('prints money and ids as text, and counts as numbers', async () => {
    const placed = (await json('exchange.orders.place', ...ORDER, '--raw', '--yes')) as { readonly id: string };
    expect(placed).toMatchObject({
      id: expect.stringMatching(/^\d+$/) as unknown,
      amount: '0.001',
      price: '50000',
      makerCommission: '0.001',
    });
    const open = await json('exchange.orders.list', '--order-id', placed.id, '--page', '0');
    expect(open).toMatchObject({ total: 1, items: [{ id: placed.id, price: '50000' }] });
    expect(await json('exchange.orders.cancel', '--orderId', placed.id)).toEqual({ status: 200 });
  });

  it('reaches the payment service and the hosted page, each with its own key', async () => {
    const quote = await json('processing.paymentIntents.estimate', '--currencyFrom', 'USDT', '--amountTo', '100', '--currencyTo', 'EUR');
    expect(quote).toMatchObject({ currencyFrom: 'USDT', amountTo: '100' });
    const refunds =
      '[{"transaction_id":"0f8fad5b-d9cb-469f-a165-70867728950e","origin_transaction_id":"refund-1","money":{"amount":1050,"currency":"EUR"}}]';
    expect(await json('hostedPage.refunds.submit', '--yes', '--refunds', refunds)).toEqual({ status: 'ACCEPTED' });
  });

  it('speaks the prefix of the alternate deployment (001 Authentication)', async () => {
    const { code, stderr } = await api(['processing.coins.list'], { ...env, SLUICE_PROCESSING_PREFIX: 'ALT' });
    expect([code, stderr]).toEqual([4, expect.stringContaining('401')]);
    const wrong = await api(['processing.coins.list'], { ...env, SLUICE_PROCESSING_PREFIX: 'alt' });
    expect([wrong.code, wrong.stderr]).toEqual([4, expect.stringContaining('SLUICE_PROCESSING_PREFIX')]);
  });

  it.each([
    ['amount', ['exchange.orders.place', ...ORDER.with(7, 'much')]],
    ['side', ['exchange.orders.place', ...ORDER.with(5, 'Hold')]],
    ['depth', ['exchange.book.get', '--symbol', 'BTC/EUR', '--depth', '1.5']],
    ['rows', ['exchange.withdrawalBatches.validate', '--rows', '[{']],
    ['orderId', ['exchange.orders.cancel', '--orderId', 'x1']],
    ['dateFrom', ['exchange.trades.list', '--page', '0', '--count', '1', '--dateFrom', 'yesterday']],
    ['symbol', ['exchange.orders.place', '--type', 'Market']],
  ])('refuses a bad %s before anything is sent, and names it', async (field, words) => {
    const before = received;
    const { code, stdout, stderr } = await api(words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(field);
    expect(received).toBe(before);
  });

  it.each([
    ['exchange.orders.plce', 'exchange.orders.place'],
    ['orders.place', 'exchange.orders.place'],
    ['processing.payout.create', 'processing.payouts.create'],
  ])('does not know %s and suggests %s', async (word, meant) => {
    const { code, stderr } = await api([word, '--amount', '1']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`did you mean ${meant}?`)]);
  });

  it.each([
    ['exchange.currencies.list', 'SLUICE_EXCHANGE'],
    ['processing.coins.list', 'SLUICE_PROCESSING'],
    ['hostedPage.payments.initiate', 'SLUICE_HOSTED'],
  ])('says which variables %s needs', async (name, prefix) => {
    const { row } = allOperations().find((operation) => operation.name === name)!;
    const { code, stderr } = await api([name, ...exampleWords(row)], {});
    expect(code).toBe(4);
    const names = Object.keys(env).filter((variable) => variable.startsWith(prefix));
    expect(names.filter((variable) => !stderr.includes(variable))).toEqual([]);
  });

  it('names the one variable that is missing', async () => {
    const { SLUICE_PROCESSING_SECRET: _, ...rest } = env;
    const { code, stderr } = await api(['processing.coins.list'], rest);
    expect([code, stderr]).toEqual([4, expect.stringContaining('SLUICE_PROCESSING_SECRET is not set')]);
  });

  const obsolete = allOperations().filter(({ row }) => row.obsolete !== undefined);
  it.each(obsolete)('$name says on stderr that it is obsolete, and works', async ({ name, row }) => {
    await json('exchange.depositAddresses.create', '--currency', 'XRP', '--networkCode', 'XRP', '--addressType', 'Primary');
    const { code, stdout, stderr } = await api([name, '--yes', ...exampleWords(row)]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `note: ${name} is obsolete: ${row.obsolete}\n` });
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });

  it('says so to programs too, as JSON', async () => {
    const { code, stderr } = await api(['exchange.depositAddressesV1.list', '-o', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stderr)).toEqual({ note: expect.stringContaining('is obsolete') as unknown });
  });

  it('refuses an option that is given twice, and names it', async () => {
    const before = received;
    const { code, stdout, stderr } = await api(['exchange.orders.place', ...ORDER, '--amount', '1']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('--amount is given more than once');
    expect(received).toBe(before);
  });

  it('takes a list at once, or item by item', async () => {
    const refund = (id: string): string => `{"transaction_id":"${id}","origin_transaction_id":"r-1","money":{"amount":1,"currency":"EUR"}}`;
    const [one, two, three] = ['8', '9', 'a'].map((digit) => refund(`0f8fad5b-d9cb-469f-a165-70867728950${digit}`)) as [
      string,
      string,
      string,
    ];
    const bodyOf = async (...lists: string[]): Promise<unknown> => {
      const words = lists.flatMap((list) => ['--refunds', list]);
      return ((await json('hostedPage.refunds.submit', ...words, '--dry-run')) as { readonly body: string }).body;
    };
    const expected = `{"refunds":[${one},${two},${three}]}`;
    expect(await bodyOf(`[${one},${two},${three}]`)).toBe(expected);
    expect(await bodyOf(one, two, three)).toBe(expected);
    expect(await bodyOf(` [${one}, ${two}] `, '[]', three)).toBe(expected);
    expect(await bodyOf(one)).toBe(`{"refunds":[${one}]}`);
  });

  it('changes nothing at a venue on another machine without --live', async () => {
    const far = { ...env, SLUICE_PROCESSING_URL: 'https://venue.invalid' };
    const words = ['processing.paymentIntents.create', '--currencyFrom', 'USDT', '--currencyTo', 'EUR', '--amountTo', '100'];
    const { code, stderr } = await api(words, far);
    expect([code, stderr]).toEqual([9, expect.stringContaining('--live')]);
    expect((await api([...words, '--dry-run'], far)).code).toBe(0);
  });
});

describe('sluice api OPERATION --dry-run', () => {
  it('shows method, address, headers and body, the signature masked, and sends nothing', async () => {
    const before = received;
    expect(await json('exchange.orders.place', ...ORDER, '--dry-run')).toEqual({
      method: 'POST',
      url: `${server.url}/v1/spot-trading/orders`,
      headers: {
        'SVC-API-KEY': `…${simulator.exchange.key.slice(-4)}`,
        'SVC-API-SIGN': '***',
        'SVC-API-TIMESTAMP': expect.stringMatching(/^\d{13}$/) as unknown,
        'content-type': 'application/json',
      },
      body: '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.001,"price":50000}',
    });
    expect(received).toBe(before);
  });

  it.each(allOperations())('shows the request of $name', async ({ name, row }) => {
    const before = received;
    const { code, stdout } = await api([name, ...exampleWords(row), '--dry-run']);
    expect(code).toBe(0);
    const { method, url } = JSON.parse(stdout) as { readonly method: string; readonly url: string };
    expect([method, url]).toEqual([row.method, expect.stringContaining(`${server.url}${row.path.split('{')[0]}`)]);
    expect(received).toBe(before);
  });
});

describe('sluice api raw', () => {
  it('signs and sends any path', async () => {
    expect(await json('raw', 'GET', '/v1/balances')).toContainEqual(expect.objectContaining({ currency: 'XRP', totalBalance: '1000' }));
    expect(await json('raw', 'GET', '/v1/currencies', '--interface', 'processing')).toContainEqual(
      expect.objectContaining({ fiatCurrency: 'EUR' }),
    );
    const body = '{"fromCurrency":"EUR","toCurrency":"BTC","fromAmount":100.10}';
    expect(await json('raw', 'POST', '/v1/otc-trading/request-for-quote/', '--body', body)).toMatchObject({ amountFrom: '100.1' });
  });

  it('shows the request and sends nothing with --dry-run', async () => {
    const before = received;
    const shown = await json('raw', 'POST', '/v1/new/path?a=1&b=2', '--body', '{"x": 1.50}', '--dry-run');
    expect(shown).toMatchObject({ method: 'POST', url: `${server.url}/v1/new/path?a=1&b=2`, body: '{"x": 1.50}' });
    expect(received).toBe(before);
  });

  it.each([
    ['method', ['raw', 'PATCH', '/v1/balances']],
    ['path', ['raw', 'GET', 'v1/balances']],
    ['interface', ['raw', 'GET', '/v1/balances', '--interface', 'other']],
    ['body', ['raw', 'POST', '/api/v1/order', '--body', '{', '--yes']],
    ['body', ['raw', 'POST', '/api/v1/order', '--body', '{', '--dry-run']],
  ])('refuses a bad %s, and sends nothing', async (field, words) => {
    const before = received;
    const { code, stderr } = await api(words);
    expect([code, stderr]).toEqual([2, expect.stringContaining(field)]);
    expect(received).toBe(before);
  });
});

describe('sluice api OPERATION --help', () => {
  it.each(allOperations())('shows the fields of $name and an example', async ({ name, row }) => {
    const { code, stdout } = await api([name, '--help']);
    expect(code).toBe(0);
    for (const field of fieldsOf(row)) expect(stdout).toContain(`--${field.name} <`);
    expect(stdout).toContain(`$ sluice api ${name}`);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(row.section);
  });
});

describe('sluice openapi', () => {
  it.each(['exchange', 'processing', 'hostedPage'])('prints a valid OpenAPI 3.1 document of %s', async (name) => {
    const { code, stdout, stderr } = await run(['openapi', name]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(stdout) as Record<string, unknown>)).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('knows no other interface', async () => {
    const { code, stderr } = await run(['openapi', 'other']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('exchange or processing or hostedPage')]);
  });
});

/** The row's example as a command line. */
function exampleWords(row: Parameters<typeof exampleTexts>[0]): string[] {
  return Object.entries(exampleTexts(row)).flatMap(([field, text]) => [`--${field}`, text]);
}
