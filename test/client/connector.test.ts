import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { addressOf, Connector } from '../../src/client/connector.ts';
import { createHttpTransport } from '../../src/client/httpTransport.ts';
import type { TransportRequest } from '../../src/client/transport.ts';
import { CERTIFICATE, KEY } from './localhostCertificate.ts';
import { afterTest, rawServer } from './servers.ts';

interface TlsServer {
  readonly port: number;
  /** For each request, whether its connection resumed an earlier session. */
  readonly resumed: boolean[];
}

async function tlsServer(): Promise<TlsServer> {
  const resumed: boolean[] = [];
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
    resumed.push((request.socket as TLSSocket).isSessionReused());
    request.resume().once('end', () => response.end('x'.repeat(100_000)));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  afterTest(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  return { port: (server.address() as AddressInfo).port, resumed };
}

function request(url: string, fresh: boolean): TransportRequest {
  return { method: 'GET', url, headers: {}, body: undefined, fresh, timeoutMs: 5000, maxBytes: 200_000 };
}

describe(addressOf, () => {
  it.each([
    ['https://venue.test', { isTls: true, hostname: 'venue.test', port: 443, host: 'venue.test' }],
    ['http://venue.test', { isTls: false, hostname: 'venue.test', port: 80, host: 'venue.test' }],
    ['http://[::1]:8080', { isTls: false, hostname: '::1', port: 8080, host: '[::1]:8080' }],
  ])('takes %s apart', (origin, expected) => {
    expect(addressOf(origin)).toEqual(expected);
  });
});

describe(Connector, () => {
  it.each([true, false])('asks over TLS, with an authority that it was told to trust (fresh: %s)', async (fresh) => {
    const { port, resumed } = await tlsServer();
    const transport = createHttpTransport({ ca: CERTIFICATE });
    afterTest(() => transport.close());
    for (let i = 0; i < 3; i++) {
      const { status, body } = await transport.send(request(`https://localhost:${port}/`, fresh));
      expect([status, body.length]).toEqual([200, 100_000]);
    }
    expect(resumed).toHaveLength(3);
  });

  it('takes the session of an earlier connection up again', async () => {
    const { port, resumed } = await tlsServer();
    const transport = createHttpTransport({ ca: CERTIFICATE });
    afterTest(() => transport.close());
    for (let i = 0; i < 4; i++) await transport.send(request(`https://localhost:${port}/`, true));
    expect(resumed[0]).toBe(false);
    expect(resumed).toContain(true);
  });

  it('says not-sent when it does not trust the certificate', async () => {
    const { port, resumed } = await tlsServer();
    const transport = createHttpTransport();
    afterTest(() => transport.close());
    const sent = transport.send(request(`https://localhost:${port}/`, true));
    await expect(sent).rejects.toMatchObject({
      code: 'network',
      outcome: 'not-sent',
      suggestion: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string,
    });
    expect(resumed).toHaveLength(0);
  });

  it('B3: trusts nobody more when NODE_TLS_REJECT_UNAUTHORIZED is 0', async () => {
    const { port, resumed } = await tlsServer();
    const transport = createHttpTransport();
    afterTest(() => transport.close());
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    afterTest(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
      return Promise.resolve();
    });
    for (const fresh of [true, false]) {
      const sent = transport.send(request(`https://localhost:${port}/`, fresh));
      await expect(sent).rejects.toMatchObject({ code: 'network', outcome: fresh ? 'not-sent' : (expect.anything() as string) });
    }
    expect(resumed).toHaveLength(0);
  });

  it('B2: sends nothing in the clear to another machine, whoever asks for it', async () => {
    const transport = createHttpTransport();
    afterTest(() => transport.close());
    for (const origin of ['http://venue.test', 'http://10.0.0.1:7718', 'http://127.0.0.1.venue.test']) {
      await expect(transport.send(request(`${origin}/`, true))).rejects.toMatchObject({
        code: 'configuration',
        outcome: 'not-sent',
        message: expect.stringMatching(/another machine, and http:\/\/ is for this machine only/) as string,
      });
    }
  });

  it('says not-sent when the certificate is for another name', async () => {
    const { port, resumed } = await tlsServer();
    const transport = createHttpTransport({ ca: CERTIFICATE });
    afterTest(() => transport.close());
    const sent = transport.send(request(`https://127.0.0.1:${port}/`, true));
    await expect(sent).rejects.toMatchObject({ code: 'network', outcome: 'not-sent' });
    expect(resumed).toHaveLength(0);
  });

  it('gives up what it is opening when it is closed, and opens nothing afterwards', async () => {
    const { url } = await rawServer(() => undefined);
    const connector = new Connector({ timeoutMs: 5000, ca: undefined, clock: systemClock });
    const heard: unknown[] = [];
    connector.connect(addressOf(url), (line) => heard.push(line));
    connector.close();
    connector.connect(addressOf(url), (line) => heard.push(line));
    expect(heard).toEqual([new Error('the transport was closed'), new Error('the transport is closed')]);
  });

  it('closes a connection on which something comes before anything was asked', async () => {
    const closed = Promise.withResolvers<void>();
    const server = await speakingServer(() => closed.resolve());
    const connector = new Connector({ timeoutMs: 5000, ca: undefined, clock: systemClock });
    connector.connect(addressOf(server), () => undefined);
    await expect(closed.promise).resolves.toBeUndefined();
  });
});

/** A server that speaks first. */
async function speakingServer(onClose: () => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined).on('close', onClose);
    socket.resume().write('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(() => new Promise((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
