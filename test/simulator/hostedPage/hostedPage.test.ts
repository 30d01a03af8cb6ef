import { setImmediate } from 'node:timers/promises';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { type Answered, answered, BEGINNING } from '../venueUnderTest.ts';

const REQUEST = {
  customer: {
    id: 'customer-1',
    country: 'DE',
    email: 'ada@shop.test',
    full_phone_number: '+4915112345678',
    first_name: 'Ada <b>',
    last_name: 'Lovelace',
    currency: 'EUR',
  },
  notification_url: 'https://shop.test/notify',
};
const INIT = '/business-api/v1/intent/init';
const REFUNDS = '/business-api/v1/batch-refunds/';

interface HostedUnderTest {
  readonly simulator: Simulator;
  readonly told: Record<string, unknown>[];
  token(claims?: object, alg?: string, key?: string): Promise<string>;
  post(path: string, body: unknown, authorization?: string): Promise<Answered>;
  visit(url: string, form?: Record<string, string>): Promise<{ status: number; text: string }>;
  advance(ms: number): Promise<void>;
}

function openHosted(): HostedUnderTest {
  const clock = new VirtualClock(BEGINNING);
  const told: Record<string, unknown>[] = [];
  const deliver = ({ body }: { body: string }): Promise<number> => {
    told.push(JSON.parse(body) as Record<string, unknown>);
    return Promise.resolve(200);
  };
  const simulator = createSimulator({ clock, seed: 7, deliver });
  const { userUuid, secret } = simulator.hostedPage;
  const token = (claims = {}, alg = 'HS256', key = secret): Promise<string> =>
    new SignJWT({ user_uuid: userUuid, exp: BEGINNING / 1000 + 300, ...claims })
      .setProtectedHeader({ alg, typ: 'JWT' })
      .sign(new TextEncoder().encode(key));
  return {
    simulator,
    told,
    token,
    post: async (path, body, authorization) => {
      const headers = { authorization: authorization ?? `Bearer ${await token()}`, 'content-type': 'application/json' };
      return answered(
        await simulator.fetch(new Request(`http://venue.test${path}`, { method: 'POST', headers, body: JSON.stringify(body) })),
      );
    },
    visit: async (url, form) => {
      const response = await simulator.fetch(
        new Request(url, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      );
      return { status: response.status, text: await response.text() };
    },
    advance: (ms) => clock.advance(ms, () => setImmediate()),
  };
}

async function initiate(hosted: HostedUnderTest, change: object = {}): Promise<URL> {
  const { status, json } = await hosted.post(INIT, { ...REQUEST, ...change });
  expect(status).toBe(200);
  return new URL((json as { redirect_url: string }).redirect_url);
}

describe('authentication (002 Authentication)', () => {
  test.each([
    ['another user', { user_uuid: '0f8fad5b-d9cb-469f-a165-70867728950e' }],
    ['no user', { user_uuid: undefined }],
    ['an expired token', { exp: BEGINNING / 1000 }],
    ['a token without exp', { exp: undefined }],
  ])('%s is refused with 401', async (_name, claims) => {
    const hosted = openHosted();
    expect(await hosted.post(INIT, REQUEST, `Bearer ${await hosted.token(claims)}`)).toMatchObject({ status: 401, text: '' });
  });

  test('another key, another algorithm, no signature, no bearer: 401', async () => {
    const hosted = openHosted();
    const { userUuid, secret } = hosted.simulator.hostedPage;
    const bad = [
      `Bearer ${await hosted.token({}, 'HS256', `${secret}x`.padEnd(64, 'x'))}`,
      `Bearer ${await hosted.token({}, 'HS512', secret)}`,
      `Bearer ${new UnsecuredJWT({ user_uuid: userUuid, exp: BEGINNING / 1000 + 300 }).encode()}`,
      `Basic ${await hosted.token()}`,
      'Bearer',
    ];
    for (const authorization of bad) expect((await hosted.post(INIT, REQUEST, authorization)).status).toBe(401);
    expect(userUuid).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('payment initiation (002 Endpoints)', () => {
  test('the redirect_url carries jwt, lang, source, gtm and the variables', async () => {
    const hosted = openHosted();
    const given = { lang: 'de', source: 'WEB', gtm: 'GTM-1234567', variable1: 'a b', variable2: 'ü&', variable3: 'c' };
    const url = await initiate(hosted, given);
    const { jwt, ...rest } = Object.fromEntries(url.searchParams);
    expect(rest).toEqual(given);
    expect(jwt?.split('.')).toHaveLength(3);
  });

  test('the language is en when none is given, and what is not given is left out', async () => {
    const url = await initiate(openHosted());
    expect([...url.searchParams.keys()]).toEqual(['jwt', 'lang']);
    expect(url.searchParams.get('lang')).toBe('en');
  });

  test('422: a number where a text is required is not told as blank (002 Errors)', async () => {
    const { customer, notification_url } = REQUEST;
    const body = { customer: { ...customer, id: 5, country: 5, email: null, balance: 5 }, notification_url };
    const { status, json } = await openHosted().post(INIT, body);
    expect(status).toBe(422);
    expect(
      (json as { message: string; context: { propertyPath: string } }[]).map(({ message, context }) => [context.propertyPath, message]),
    ).toEqual([
      ['customer.id', 'expected a text, not a number'],
      ['customer.country', 'expected a text, not a number'],
      ['customer.email', 'This value should not be blank.'],
      ['customer.balance', 'expected a text, not a number'],
    ]);
  });

  test('422: an array with the dotted path of each failing field (002 Errors)', async () => {
    const { customer, notification_url } = REQUEST;
    const body = {
      customer: { ...customer, id: '', email: undefined, documents: [{ type: 'ID', number: '1', country: 'DE' }] },
      notification_url,
      lang: 'eng',
    };
    const { status, json } = await openHosted().post(INIT, body);
    expect(status).toBe(422);
    expect(json).toEqual([
      { code: 'VALIDATION_ERROR', message: 'This value should not be blank.', context: { propertyPath: 'customer.id' } },
      { code: 'VALIDATION_ERROR', message: 'This value should not be blank.', context: { propertyPath: 'customer.email' } },
      { code: 'VALIDATION_ERROR', message: 'expected TAX_ID', context: { propertyPath: 'customer.documents[0].type' } },
      { code: 'VALIDATION_ERROR', message: 'expected a language of two letters, like en', context: { propertyPath: 'lang' } },
    ]);
  });

  test.each([
    ['{}', ['customer', 'notification_url']],
    ['[]', ['body']],
    ['"x"', ['body']],
  ])('422 for the body %s', async (body, paths) => {
    const { status, json } = await openHosted().post(INIT, JSON.parse(body));
    expect([status, (json as { context: { propertyPath: string } }[]).map(({ context }) => context.propertyPath)]).toEqual([422, paths]);
  });

  const refundOf = (money: unknown): object => ({ refunds: [{ transaction_id: '0f8fad5b-d9cb-469f-a165-70867728950e', money }] });
  const euros = (amount: number): object => refundOf({ amount, currency: 'EUR' });

  test.each([
    [INIT, { ...REQUEST, customer: 'ada' }, 'customer', 'expected an object, not a text'],
    [INIT, { ...REQUEST, customer: [] }, 'customer', 'expected an object, not a list'],
    [INIT, { ...REQUEST, customer: 5 }, 'customer', 'expected an object, not a number'],
    [INIT, { ...REQUEST, customer: null }, 'customer', 'This value should not be blank.'],
    [REFUNDS, { refunds: 'all' }, 'refunds', 'expected a list, not a text'],
    [REFUNDS, { refunds: {} }, 'refunds', 'expected a list, not an object'],
    [REFUNDS, {}, 'refunds', 'This value should not be blank.'],
    [REFUNDS, { refunds: [] }, 'refunds', 'This value should not be blank.'],
    [REFUNDS, refundOf('400 EUR'), 'money', 'expected an object, not a text (refund 1)'],
    [REFUNDS, refundOf(400), 'money', 'expected an object, not a number (refund 1)'],
    [REFUNDS, refundOf(undefined), 'money', 'This value should not be blank. (refund 1)'],
    [REFUNDS, euros(2 ** 60), 'money.amount', 'must be at most 9007199254740991 (refund 1)'],
    [REFUNDS, euros(-(2 ** 60)), 'money.amount', 'must be greater than 0 (refund 1)'],
    [REFUNDS, euros(1.5), 'money.amount', 'expected a whole number of minor units (refund 1)'],
  ])('422 of %s for %j says what is wrong', async (path, body, propertyPath, message) => {
    const json = [{ code: 'VALIDATION_ERROR', message, context: { propertyPath } }];
    const answer = await openHosted().post(path, body);
    expect([answer.status, answer.json]).toEqual([422, json]);
  });

  test('500: an array with INTERNAL_ERROR, without internals (002 Errors)', async () => {
    const hosted = openHosted();
    hosted.simulator.hostedPayments.initiate = () => {
      throw new Error('secret detail');
    };
    expect(await hosted.post(INIT, REQUEST)).toMatchObject({ status: 500, text: '[{"code":"INTERNAL_ERROR","message":"Server Error"}]' });
    expect(hosted.simulator.truth().failures).toEqual(['payments.initiate: secret detail']);
  });
});

describe('the page (002 What the service does)', () => {
  test.each([
    ['pay', 'COMPLETED'],
    ['fail', 'FAILED'],
  ])('one can %s by hand: the notification is %s, with what was to be forwarded (002 Events)', async (decision, status) => {
    const hosted = openHosted();
    const given = { origin_transaction_id: 'order-1', gtm: 'GTM-1234567', variable1: 'a', variable2: 'b', variable3: 'c' };
    const url = (await initiate(hosted, given)).href;
    const page = await hosted.visit(url);
    expect(page.text).toContain('Ada &#60;b&#62; Lovelace');
    expect((await hosted.visit(url, { decision, amount: '1050' })).text).toContain(status);
    await hosted.advance(0);
    expect(hosted.told).toMatchObject([
      { type: 'PAYMENT', status, customer_id: 'customer-1', money: { amount: 1050, currency: 'EUR' }, ...given },
    ]);
    expect((await hosted.visit(url, { decision, amount: '1050' })).status).toBe(400);
    expect((await hosted.visit(url)).text).not.toContain('<form');
  });

  test.each([{ amount: '10.5', decision: 'pay' }, { amount: '0', decision: 'pay' }, { amount: '5', decision: 'maybe' }, {}])(
    'the form %o is refused',
    async (form) => {
      const hosted = openHosted();
      expect((await hosted.visit((await initiate(hosted)).href, form)).status).toBe(400);
    },
  );

  test.each([
    ['de', 'de', 'Betrag (kleinste Einheiten von EUR)', 'Diese Zahlung ist schon COMPLETED.'],
    ['ES', 'es', 'Importe (unidades mínimas de EUR)', 'Este pago ya está COMPLETED.'],
    ['fr', 'fr', 'Montant (unités minimales de EUR)', 'Ce paiement est déjà COMPLETED.'],
    ['en', 'en', 'Amount (minor units of EUR)', 'This payment is COMPLETED already.'],
    ['ja', 'en', 'Amount (minor units of EUR)', 'This payment is COMPLETED already.'],
  ])(
    'it speaks the language of the link: lang %s gives %s (002 Payment initiation request, lang)',
    { tags: 'long' },
    async (lang, spoken, label, late) => {
      const hosted = openHosted();
      const url = (await initiate(hosted, { lang })).href;
      const { text } = await hosted.visit(url);
      expect(text).toContain(`<html lang="${spoken}">`);
      expect(text).toContain(label);
      const pay = { decision: 'pay', amount: '1' };
      expect((await hosted.visit(url, pay)).status).toBe(200);
      expect((await hosted.visit(url, pay)).text).toContain(late);
    },
  );

  test('a link that was tampered with, or is a day old, is not valid', async () => {
    const hosted = openHosted();
    const url = await initiate(hosted);
    expect((await hosted.visit(`http://venue.test/pay?jwt=${url.searchParams.get('jwt')}x`)).status).toBe(400);
    expect((await hosted.visit('http://venue.test/pay')).status).toBe(400);
    await hosted.advance(86_400_000);
    expect((await hosted.visit(url.href)).status).toBe(400);
  });
});

describe('batch refunds (002 Refund request)', () => {
  const money = { amount: 400, currency: 'EUR' };

  async function paid(hosted: HostedUnderTest): Promise<string> {
    await hosted.visit((await initiate(hosted)).href, { decision: 'pay', amount: '1000' });
    await hosted.advance(0);
    return hosted.told.at(-1)!['transaction_id'] as string;
  }

  test.each([REFUNDS, `/api/gateway${REFUNDS}`])('%s: ACCEPTED, and the merchant is told of each', async (path) => {
    const hosted = openHosted();
    const transaction_id = await paid(hosted);
    const refunds = [
      { transaction_id, origin_transaction_id: 'refund-1', money },
      { transaction_id, money: { ...money, amount: 600 } },
    ];
    expect(await hosted.post(path, { refunds })).toMatchObject({ status: 200, json: { status: 'ACCEPTED' } });
    await hosted.advance(0);
    expect(hosted.told.slice(1)).toMatchObject([
      { type: 'REFUND', payment_transaction_id: transaction_id, origin_transaction_id: 'refund-1', money },
      { type: 'REFUND', payment_transaction_id: transaction_id, origin_transaction_id: null },
    ]);
    expect(hosted.simulator.hostedPayments.payments()).toMatchObject([{ status: 'REFUNDED', refunded: 1000 }]);
  });

  test('what can’t be given back is accepted and comes to nothing: unknown, too much, another currency, not paid', async () => {
    const hosted = openHosted();
    const transaction_id = await paid(hosted);
    const unpaid = await initiate(hosted);
    const refunds = [
      { transaction_id: '0f8fad5b-d9cb-469f-a165-70867728950e', money },
      { transaction_id, money: { amount: 1001, currency: 'EUR' } },
      { transaction_id, money: { amount: 1, currency: 'USD' } },
      { transaction_id: hosted.simulator.hostedPayments.payments()[0]!.id, money },
    ];
    expect(await hosted.post(REFUNDS, { refunds })).toMatchObject({ status: 200, json: { status: 'ACCEPTED' } });
    await hosted.advance(0);
    expect(hosted.told).toHaveLength(1);
    expect((await hosted.visit(unpaid.href)).text).toContain('NEW');
  });

  test('422 names the field inside the item (002 Errors)', async () => {
    const { status, json } = await openHosted().post(REFUNDS, {
      refunds: [{ transaction_id: '', money: { amount: 1.5, currency: 'EUR' } }],
    });
    expect([status, json]).toMatchObject([
      422,
      [
        { code: 'VALIDATION_ERROR', message: 'This value should not be blank. (refund 1)', context: { propertyPath: 'transaction_id' } },
        { context: { propertyPath: 'money.amount' } },
      ],
    ]);
  });
});
