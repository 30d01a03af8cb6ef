import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/base/secret.ts';
import { createBearerSigner } from '../../src/client/bearerSigner.ts';
import { createInterfaceClient } from '../../src/client/interfaceClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { interfaceAccount, interfaceClient } from '../../src/daemon/interfaceAccount.ts';

const WHOLE = {
  SLUICE_PROCESSING_URL: 'https://api.example.com',
  SLUICE_PROCESSING_KEY: 'a-key-of-the-account',
  SLUICE_PROCESSING_SECRET: 'c2VjcmV0',
  SLUICE_HOSTED_URL: 'https://api.example.com',
  SLUICE_HOSTED_USER: '4f1c9e3a-0000-4000-8000-123456789abc',
  SLUICE_HOSTED_SECRET: 'something',
};

function refusal(interfaceName: 'processing' | 'hostedPage', env: Readonly<Record<string, string>>): string {
  try {
    interfaceAccount(interfaceName, { ...WHOLE, ...env });
  } catch (error) {
    return (error as Error).message;
  }
  return 'taken';
}

describe(interfaceAccount, () => {
  it('B2: takes no address of another machine over http, for either interface', () => {
    expect(refusal('processing', { SLUICE_PROCESSING_URL: 'http://api.example.com' })).toBe(
      'SLUICE_PROCESSING_URL is the address of another machine and begins with http://',
    );
    expect(refusal('hostedPage', { SLUICE_HOSTED_URL: 'http://10.0.0.1:7718' })).toBe(
      'SLUICE_HOSTED_URL is the address of another machine and begins with http://',
    );
    expect([refusal('processing', {}), refusal('hostedPage', { SLUICE_HOSTED_URL: 'http://127.0.0.1:7718' })]).toEqual(['taken', 'taken']);
  });

  it.each(['https://user:hunter2@api.example.com', 'hunter2', 'https://api.example.com/?key=hunter2', 'ftp://hunter2.example.com'])(
    'B9: refuses %s as an address, and does not repeat it',
    (text) => {
      const said = refusal('processing', { SLUICE_PROCESSING_URL: text });
      expect(said).toBe('SLUICE_PROCESSING_URL is no address: expected one like https://api.example.com');
    },
  );

  it('B9: does not repeat what stands where the id of the API user belongs', () => {
    expect(() => createBearerSigner({ userUuid: 'hunter2', secret: new Secret('x') })).toThrow(
      /^the id of the API user is no UUID of 36 characters$/,
    );
  });
});

describe(interfaceClient, () => {
  it.each([
    [0, 0],
    [20_000, 20_000],
    [50_000, 45_000],
  ])('signs a request for money as far back as the settings say, and so that it is good for 15 s: %i ms', async (backdate, backMs) => {
    const clock = new VirtualClock(Date.UTC(2026, 10, 30));
    const seen: number[] = [];
    const server = createServer((request, response) => {
      // A date to the second says of the venue's clock that it is half a second ahead.
      if (request.method === 'POST') seen.push(clock.now() + 500 - Number(request.headers['proc-api-timestamp']));
      response.setHeader('date', new Date(clock.now()).toUTCString()).end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const account = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      key: 'key',
      prefix: 'PROC',
      secret: new Secret('c2VjcmV0'),
    } as const;
    const { calls, close } = interfaceClient('processing', account, clock, { backdate, knows: {} });
    await calls.fetchBytes('coins.list', {}).catch(() => undefined);
    const paymentIntentId = '4f1c9e3a-0000-4000-8000-123456789abc';
    await calls.fetchBytes('paymentIntents.retry', { paymentIntentId }).catch(() => undefined);
    await close();
    server.close();
    expect(seen).toEqual([backMs]);
  });
});

describe('a request of any path', () => {
  it('B2: carries nothing in its query that changes something: no signature covers it', async () => {
    const clock = new VirtualClock(0);
    const seen: string[] = [];
    const transport = createInProcessTransport(
      (request) => {
        seen.push(request.url);
        return Promise.resolve(new Response('{}'));
      },
      { clock },
    );
    const signer = { headers: () => ({}) };
    const client = createInterfaceClient({ operations: {}, signer, datePath: '/v1/x' }, { url: 'http://venue.test', transport, clock });
    await expect(client.raw('POST', '/v1/orders?amount=9', '{"amount":1}')).rejects.toMatchObject({
      code: 'invalid-request',
      outcome: 'not-sent',
      message: 'POST /v1/orders: what stands in the query is not signed',
    });
    await client.raw('GET', '/v1/orders?page=1');
    await client.raw('POST', '/v1/orders', '{"amount":1}');
    expect(seen).toEqual(['http://venue.test/v1/orders?page=1', 'http://venue.test/v1/orders']);
  });
});
