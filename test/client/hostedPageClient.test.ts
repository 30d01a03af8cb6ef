import { decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { redacted } from '../../src/base/redacted.ts';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createBearerSigner } from '../../src/client/bearerSigner.ts';
import { createHostedPageClient, type HostedPageClient } from '../../src/client/hostedPageClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { faultFrom, START, turn } from './scripted.ts';

const USER = '0f8fad5b-d9cb-469f-a165-70867728950e';
const PAYMENT = {
  customer: {
    id: 'customer-1',
    country: 'DE',
    email: 'ada@shop.test',
    full_phone_number: '+4915112345678',
    first_name: 'Ada',
    last_name: 'Lovelace',
    currency: 'EUR',
  },
  notification_url: 'https://shop.test/notify',
} as const;

interface Venue {
  readonly client: HostedPageClient;
  readonly simulator: Simulator;
  run<T>(promise: Promise<T>): Promise<T>;
}

function venue(skewMs = 0): Venue {
  const clock = new VirtualClock(START);
  const simulator = createSimulator({ clock, seed: 7, clockSkewMs: skewMs, deliver: () => Promise.resolve(200) });
  const transport = createInProcessTransport((request) => simulator.fetch(request), { clock });
  const { userUuid, secret } = simulator.hostedPage;
  const client = createHostedPageClient({ url: 'http://simulator', userUuid, secret: new Secret(secret), transport, clock });
  const run = async <T>(promise: Promise<T>): Promise<T> => {
    const state = { settled: false };
    const settle = (): void => {
      state.settled = true;
    };
    promise.then(settle, settle);
    for (let i = 0; i < 300 && !state.settled; i++) await clock.advance(100, turn);
    return promise;
  };
  return { client, simulator, run };
}

describe('client and simulator', () => {
  it('understand each other in every operation of the hosted page', async () => {
    const { client, run } = venue();
    const { redirect_url } = await run(client.payments.initiate({ ...PAYMENT, variable1: 'a' }));
    expect(new URL(redirect_url).searchParams.get('variable1')).toBe('a');
    const refunds = [{ transaction_id: USER, money: { amount: 1050, currency: 'EUR' } }];
    expect(await run(client.refunds.submit({ refunds }))).toEqual({ status: 'ACCEPTED' });
    expect(await run(client.refunds.submitByGateway({ refunds }))).toEqual({ status: 'ACCEPTED' });
  });

  it('a field that is too long is named by its dotted path before anything is sent (002 Customer)', async () => {
    const { client } = venue();
    const customer = { ...PAYMENT.customer, first_name: 'a'.repeat(51) };
    expect(await faultFrom(client.payments.initiate({ ...PAYMENT, customer }))).toMatchObject({
      code: 'invalid-request',
      outcome: 'not-sent',
      fieldErrors: { 'customer.first_name': ['must have at most 50 characters'] },
    });
  });
});

describe('the bearer token (002 Authentication)', () => {
  it('is a JWT by HS256 with exp and user_uuid, made with the bytes of the secret', async () => {
    const clock = new VirtualClock(START);
    const signer = createBearerSigner({ userUuid: USER, secret: new Secret('s3cret'), clock });
    await signer.ready!(START);
    const text = signer.headers(START, { method: 'POST', path: '/', contentHash: '' })['authorization']!.replace('Bearer ', '');
    expect(decodeProtectedHeader(text)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(decodeJwt(text)).toEqual({ user_uuid: USER, exp: START / 1000 + 300 });
    const verified = await jwtVerify(text, new TextEncoder().encode('s3cret'), { currentDate: new Date(START) });
    expect(verified.payload['user_uuid']).toBe(USER);
  });

  it('is not shown, while the address of a page, whose token begins alike, stays as it is', async () => {
    const signer = createBearerSigner({ userUuid: USER, secret: new Secret('s3cret'), clock: new VirtualClock(START) });
    await signer.ready!(START);
    const token = signer.headers(START, { method: 'POST', path: '/', contentHash: '' })['authorization']!.replace('Bearer ', '');
    const signature = token.slice(token.lastIndexOf('.') + 1);
    expect(redacted(`it was ${token}`)).not.toContain(signature.slice(0, 12));
    const page = await new SignJWT({ page: 'pay', exp: START / 1000 + 300 })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(Buffer.from('other'));
    expect(redacted(`https://page.example/pay?jwt=${page}`)).toBe(`https://page.example/pay?jwt=${page}`);
  });

  it('is used again until a minute before it expires, and made anew when time has gone back', async () => {
    const signer = createBearerSigner({ userUuid: USER, secret: new Secret('s3cret'), clock: new VirtualClock(START) });
    const expiryAt = async (now: number): Promise<number> => {
      await signer.ready!(now);
      return decodeJwt(signer.headers(now, { method: 'POST', path: '/', contentHash: '' })['authorization']!.slice(7)).exp! - START / 1000;
    };
    expect(await expiryAt(START)).toBe(300);
    expect(await expiryAt(START + 239_000)).toBe(300);
    expect(await expiryAt(START + 240_000)).toBe(540);
    expect(await expiryAt(START)).toBe(300);
  });

  it.each([
    ['7', 's'],
    [USER, ''],
  ])('user %j with secret %j can’t be used', (userUuid, secret) => {
    expect(() => createBearerSigner({ userUuid, secret: new Secret(secret) })).toThrow(Error);
  });
});
