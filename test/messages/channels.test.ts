import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { Secret } from '../../src/base/secret.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { createHttpTransport } from '../../src/client/httpTransport.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { Message } from '../../src/messages/message.ts';
import { messageChannels } from '../../src/messages/messageChannels.ts';
import { postMessage } from '../../src/messages/postMessage.ts';
import { slackChannel } from '../../src/messages/slackChannel.ts';
import { signatureOf, webhookChannel } from '../../src/messages/webhookChannel.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: Server;
let url: string;
let transport: Transport;
let received: Received[];
let answer: { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

beforeEach(async () => {
  received = [];
  answer = { status: 204 };
  transport = createHttpTransport();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      response.writeHead(answer.status, answer.headers).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  await transport.close();
  server.close();
  server.closeAllConnections();
});

const KEY = Buffer.alloc(32, 7);
const SECRET = `whsec_${KEY.toString('base64')}`;
const message: Message = {
  id: 'msg_1',
  at: Date.UTC(2026, 10, 20, 12),
  level: 'error',
  title: 'sluice LIVE venue.test',
  lines: [{ at: Date.UTC(2026, 10, 20, 12), level: 'error', event: 'lane-frozen', text: 'BTC/EUR <is> frozen & shut', count: 2 }],
  more: { fill: 3 },
};
const common = (): { name: string; level: 'warn'; digest: boolean; transport: Transport; clock: typeof systemClock } => ({
  name: 'ops',
  level: 'warn',
  digest: true,
  transport,
  clock: systemClock,
});
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'delivered',
    (error: unknown) => error,
  );

describe(webhookChannel, () => {
  it('signs as the example of Standard Webhooks', () => {
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    expect(signatureOf(key, 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}')).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it('posts what a receiver can verify with the key alone', async () => {
    await webhookChannel({ ...common(), url: `${url}/hook`, secret: new Secret(SECRET) }).send(message);
    const [{ method, url: path, headers, body }] = received as [Received];
    expect([method, path, headers['content-type'], headers['webhook-id']]).toEqual(['POST', '/hook', 'application/json', 'msg_1']);
    expect(Math.abs(Number(headers['webhook-timestamp']) * 1000 - systemClock.now())).toBeLessThan(60_000);
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', KEY).update(signed).digest('base64')}`);
    expect(JSON.parse(body)).toEqual({
      type: 'sluice.message',
      timestamp: '2026-11-20T12:00:00.000Z',
      data: {
        level: 'error',
        title: 'sluice LIVE venue.test',
        lines: [{ at: '2026-11-20T12:00:00.000Z', level: 'error', event: 'lane-frozen', text: 'BTC/EUR <is> frozen & shut', count: 2 }],
        more: { fill: 3 },
      },
    });
  });

  it.each([['not base64!'], ['whsec_c2hvcnQ='], [`whsec_${Buffer.alloc(65).toString('base64')}`]])(
    'refuses a key that is none (%#)',
    (text) => {
      expect(() => webhookChannel({ ...common(), url, secret: new Secret(text) })).toThrow(
        /messages\.channels\.ops\.secret: expected whsec_/,
      );
    },
  );
});

describe(slackChannel, () => {
  it('posts plain text in which nothing is read as a link or a call', async () => {
    await slackChannel({ ...common(), address: `${url}/services/T0/B0/x` }).send(message);
    expect(received[0]).toMatchObject({ method: 'POST', url: '/services/T0/B0/x' });
    expect(JSON.parse(received[0]!.body)).toEqual({
      text: 'sluice LIVE venue.test\n12:00:00 ERROR BTC/EUR &lt;is&gt; frozen &amp; shut (2 times)\nand more: fill 3',
    });
  });

  it('calls nobody by what a venue has written, where an @ before a name does', async () => {
    const lines = [{ ...message.lines[0]!, text: 'refused: @channel @here, (@all) a@desk.example' }];
    await slackChannel({ ...common(), address: url }).send({ ...message, lines });
    const { text } = JSON.parse(received[0]!.body) as { readonly text: string };
    expect(text).not.toMatch(/(?:^|\W)@(?:channel|here|all)/);
    expect(text.replaceAll('\u200b', '')).toContain('refused: @channel @here, (@all) a@desk.example');
    expect(text).toContain(' a@desk.example');
  });

  it('never posts a secret of this process', async () => {
    const hidden = new Secret('a-secret-of-the-venue-1234');
    const lines = [{ ...message.lines[0]!, text: `the venue said ${hidden.reveal()}` }];
    await slackChannel({ ...common(), address: url }).send({ ...message, lines });
    await webhookChannel({ ...common(), url, secret: new Secret(SECRET) }).send({ ...message, lines });
    expect(received).toHaveLength(2);
    for (const { body } of received) expect(body).not.toContain(hidden.reveal());
  });
});

describe(postMessage, () => {
  const post = (): Promise<unknown> =>
    faultOf(postMessage(transport, { method: 'POST', url: `${url}/secret-path`, body: '{}' }, systemClock.now()));

  it.each([
    [200, {}, 'delivered'],
    [429, { 'retry-after': '7' }, { retryable: true, retryAfterMs: 7000 }],
    [503, {}, { retryable: true }],
    [404, {}, { code: 'refused', retryable: false }],
    [302, { location: 'http://127.0.0.1:1/elsewhere' }, { code: 'refused', retryable: false }],
  ])('takes %d for what it says', async (status, headers, expected) => {
    answer = { status, headers };
    const found = await post();
    if (typeof expected === 'string') expect(found).toBe(expected);
    else expect(found).toMatchObject(expected);
    expect(received).toHaveLength(1);
  });

  it('may be tried again where nobody answers, and does not tell the address', async () => {
    const found = await faultOf(postMessage(transport, { method: 'GET', url: 'http://127.0.0.1:1/secret-path' }, systemClock.now()));
    expect(found).toBeInstanceOf(Fault);
    expect(found).toMatchObject({ code: 'network', retryable: true });
    expect(String(found)).not.toContain('secret-path');
  });
});

describe(messageChannels, () => {
  const settingsOf = async (messages: object): Promise<Settings> => {
    const settings = await loadSettings({ file: undefined, env: {} });
    return { ...settings, messages: { ...settings.messages, ...messages } };
  };
  const channel = (over: object): object => ({
    channels: { ops: { type: 'slack', secret: '${env:ADDRESS}', level: 'warn', digest: true, ...over } },
  });
  const build = async (messages: object, env: Readonly<Record<string, string>>): Promise<unknown> =>
    messageChannels(await settingsOf(messages), env, transport, systemClock);

  it('follows references, each by its place', async () => {
    const ways = messageChannels(
      await settingsOf({ ...channel({}), heartbeat: { url: '${env:BEAT}', every: 1000 } }),
      { ADDRESS: `${url}/slack`, BEAT: `${url}/beat?x=1` },
      transport,
      systemClock,
    );
    await ways.channels[0]!.send(message);
    await ways.beat!();
    expect(received.map(({ method, url: path }) => `${method} ${path}`)).toEqual(['POST /slack', 'GET /beat?x=1']);
  });

  it.each<[string, object, Readonly<Record<string, string>>, RegExp]>([
    ['a missing variable', channel({}), {}, /messages\.channels\.ops\.secret: the environment variable ADDRESS is not set/],
    [
      'an address in the clear',
      channel({}),
      { ADDRESS: 'http://hooks.example.com/x' },
      /ops\.secret: expected an address that starts with https/,
    ],
    ['no address', channel({}), { ADDRESS: 'xoxb-token' }, /expected an address/],
    [
      'a heartbeat without an address',
      { heartbeat: { url: '${env:BEAT}', every: 1 } },
      {},
      /messages\.heartbeat\.url: the environment variable BEAT/,
    ],
    ['a key that is none', channel({ type: 'webhook', url: 'https://x.example' }), { ADDRESS: 'short' }, /ops\.secret: expected whsec_/],
  ])('refuses %s, and names its setting', async (_what, messages, env, words) => {
    const found = await faultOf(build(messages, env));
    expect(found).toMatchObject({ code: 'configuration', message: expect.stringMatching(words) as string });
    for (const value of Object.values(env)) expect(String(found)).not.toContain(value);
  });
});
