import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type * as Clocks from '../../src/base/virtualClock.ts';
import type * as Exchanges from '../../src/client/exchangeClient.ts';
import type * as Secrets from '../../src/base/secret.ts';
import type * as Transports from '../../src/client/httpTransport.ts';
import type { TransportRequest, TransportResponse } from '../../src/client/transport.ts';
import { CERTIFICATE, KEY } from '../client/localhostCertificate.ts';
import { rawServer } from '../client/servers.ts';
import type { Attack, Target } from './attack.ts';
import type { Copy, Guard } from './copies.ts';

const PARSER = 'src/client/httpReplyParser.ts';
const ANNOUNCED: Guard = [
  'src/client/httpExchange.ts',
  "if (Number(headers['content-length'] ?? 0) > this.#request.maxBytes) this.#tooLong();",
  '',
];
const COUNTED: Guard = ['src/client/httpExchange.ts', 'if (this.#bytes > this.#request.maxBytes) {', 'if (this.#bytes > Infinity) {'];
const IN_TIME: Guard = ['src/client/httpExchange.ts', 'clock.setTimer(timeoutMs, () =>', 'clock.setTimer(1e9, () =>'];
const HEAD: Guard = [PARSER, '(head?.length ?? bytes.length) > MOST_HEAD_BYTES', '(head?.length ?? bytes.length) > Infinity'];
const ONE_LENGTH: Guard = [PARSER, '!/^\\d{1,15}$/.test(length)', 'false'];
const WHOLE_LENGTH: Guard = [
  PARSER,
  "this.#missing = Number(headers['content-length'])",
  "this.#missing = Number.parseInt(headers['content-length']!)",
];
const ONE_WAY: Guard = [PARSER, 'if (length !== undefined) throw', 'if (length === null) throw'];
const CODING: Guard = [PARSER, "if (encoding.toLowerCase() !== 'chunked') throw", "if (encoding === '') throw"];
const PROTOCOL: Guard = [PARSER, "else if (head.status === 101) throw new Error('the other side wants another protocol');", ''];
const CHUNK_END: Guard = [PARSER, "if (line !== '') throw", 'if (line === null) throw'];
const CHUNK_SIZE: Guard = [PARSER, '([0-9a-fA-F]{1,8})[ \\t]*(?:;.*)?$/', '([0-9a-fA-F]{1,8})/'];
const LINE: Guard = [PARSER, 'if (feed < 0 || feed > MOST_LINE_BYTES) {', 'if (feed < 0) {'];
const LINE_TOO: Guard = [PARSER, 'if (bytes.length > MOST_LINE_BYTES) throw', 'if (bytes.length > Infinity) throw'];
const WHOLE: Guard = [PARSER, "if (this.#state === 'until-close') this.#end();", "if (this.#state !== 'done') this.#end();"];
const TOKENS: Guard = ['src/client/httpHead.ts', 'if (!TOKEN.test(name)) throw', 'if (name === null) throw'];
const STATUS: Guard = ['src/client/httpHead.ts', '/^HTTP\\/1\\.([01]) ([1-9]\\d\\d)(?: |$)/', '/^\\w+\\/(.).*? (\\d+)/'];
const SENT: Guard = ['src/client/requestBytes.ts', 'if (code > 0x7f || (USES[code]! & use) === 0) return -1;', ''];
const CLEAR: Guard = ['src/client/httpTransport.ts', 'if (!keepsSecrets(new URL(name))) throw inTheClear(name);', ''];
const VERIFIED: Guard = ['src/client/connector.ts', 'rejectUnauthorized: true,', ''];
const USER: Guard = ['src/client/interfaceClient.ts', "base.username !== '' || ", ''];
const UNSIGNED: Guard = [
  'src/client/interfaceClient.ts',
  "if (query.length > 0 && method !== 'GET') {",
  "if (query.length > 0 && method === 'GET') {",
];

const asked = (url: string): TransportRequest => ({
  method: 'GET',
  url: `${url}/`,
  headers: {},
  body: undefined,
  fresh: false,
  timeoutMs: 10_000,
  maxBytes: 10_000,
});

/** What a venue that answers with these bytes, and then hangs up, is taken to have said. Undefined when it is not believed. */
async function said(copy: Copy, bytes: string): Promise<TransportResponse | undefined> {
  const { url } = await rawServer((socket) => socket.end(bytes, 'latin1'));
  return sent(copy, asked(url));
}

async function sent(copy: Copy, request: TransportRequest): Promise<TransportResponse | undefined> {
  const { createHttpTransport } = await copy.load<typeof Transports>('src/client/httpTransport.ts');
  const transport = createHttpTransport();
  try {
    return await transport.send(request);
  } catch {
    return undefined;
  } finally {
    await transport.close();
  }
}

const believed = (what: string, lines: readonly string[], body: string, ...guards: Guard[]): Attack => [
  what,
  async (copy) => (await said(copy, [...lines, '', body].join('\r\n'))) !== undefined,
  ...guards,
];
const OK = 'HTTP/1.1 200 OK';
const CHUNKS = 'transfer-encoding: chunked';
const LONG = 'x'.repeat(20_000);

/** A request with a line end in its path, as a name from a file or an answer may bring it. */
async function smuggled(copy: Copy, change: Partial<TransportRequest>, wanted: string): Promise<boolean> {
  const { url, texts } = await rawServer((socket: Socket) => socket.end(`${OK}\r\ncontent-length: 0\r\n\r\n`));
  await sent(copy, { ...asked(url), ...change, url: `${url}${change.url ?? '/'}` });
  return texts.join('').includes(wanted);
}

async function overTls(copy: Copy, host: string, isOff: boolean): Promise<boolean> {
  const server = createTlsServer({ cert: CERTIFICATE, key: KEY }, (_, response) => response.end('{}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  if (isOff) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  try {
    return (await sent(copy, asked(`https://${host}:${(server.address() as AddressInfo).port}`))) !== undefined;
  } finally {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    process.emitWarning = emitWarning;
    server.closeAllConnections();
    server.close();
  }
}

/** A client of the venue at an address. Undefined when the address is refused. */
async function clientOf(copy: Copy, url: string): Promise<{ client: Exchanges.ExchangeClient; close: () => Promise<void> } | undefined> {
  const { createExchangeClient } = await copy.load<typeof Exchanges>('src/client/exchangeClient.ts');
  const { createHttpTransport } = await copy.load<typeof Transports>('src/client/httpTransport.ts');
  const { Secret } = await copy.load<typeof Secrets>('src/base/secret.ts');
  const transport = createHttpTransport();
  try {
    const client = createExchangeClient({ url, key: 'key', secret: new Secret('c2VjcmV0'), transport });
    return { client, close: () => transport.close() };
  } catch {
    await transport.close();
    return undefined;
  }
}

const ATTACKS: readonly Attack[] = [
  believed('an answer that is longer than the bound, as it says', [OK, 'content-length: 20000'], LONG, ANNOUNCED, COUNTED),
  believed('an answer in pieces without an end in sight', [OK, CHUNKS], `4e20\r\n${LONG}\r\n0\r\n\r\n`, COUNTED),
  believed('an answer that goes on until the connection ends', [OK], LONG, COUNTED),
  believed(
    'headers of 100 KB',
    [OK, ...Array.from({ length: 1000 }, (_, n) => `h${n}: ${'x'.repeat(100)}`), 'content-length: 0'],
    '',
    HEAD,
  ),
  believed('a line of a chunk that is 100 KB long', [OK, CHUNKS], `1;${'x'.repeat(100_000)}\r\nx\r\n0\r\n\r\n`, LINE, LINE_TOO),
  believed('two lengths', [OK, 'content-length: 2', 'content-length: 5'], '{}', ONE_LENGTH, WHOLE_LENGTH),
  believed('a length with a word behind it', [OK, 'content-length: 2 bytes'], '{}', ONE_LENGTH, WHOLE_LENGTH),
  believed('a length in another base', [OK, 'content-length: 0x2'], '{}', ONE_LENGTH),
  believed('a length beside chunks', [OK, CHUNKS, 'content-length: 2'], '2\r\n{}\r\n0\r\n\r\n', ONE_WAY),
  believed('chunks within another coding', [OK, 'transfer-encoding: gzip, chunked'], '2\r\n{}\r\n0\r\n\r\n', CODING),
  believed('a chunk that is longer than it says', [OK, CHUNKS], '2\r\n{}EVIL\r\n0\r\n\r\n', CHUNK_END),
  believed('a size of a chunk with a word behind it', [OK, CHUNKS], '2 EVIL\r\n{}\r\n0\r\n\r\n', CHUNK_SIZE),
  believed('half an answer', [OK, 'content-length: 100'], '{"availableBalance":1', WHOLE),
  believed('chunks without their end', [OK, CHUNKS], '2\r\n{}\r\n', WHOLE),
  believed('a header over two lines', [OK, 'x: a', ' content-length: 2', 'content-length: 2'], '{}', TOKENS),
  believed('a blank before the colon', [OK, 'x-evil : a', 'content-length: 2'], '{}', TOKENS),
  believed('another protocol in between', ['HTTP/1.1 101 Switching Protocols', '', OK, 'content-length: 2'], '{}', PROTOCOL),
  believed('a status of four digits', ['HTTP/1.1 2000 OK', 'content-length: 2'], '{}', STATUS),
  believed('the answer of a radio', ['ICY/1.0 200 OK', 'content-length: 2'], '{}', STATUS),
  [
    'an answer that takes an hour, byte after byte',
    async (copy) => {
      const { createHttpTransport } = await copy.load<typeof Transports>('src/client/httpTransport.ts');
      const { VirtualClock } = await copy.load<typeof Clocks>('src/base/virtualClock.ts');
      const clock = new VirtualClock(0);
      const transport = createHttpTransport({ clock });
      const { promise, resolve } = Promise.withResolvers<Socket>();
      const { url } = await rawServer((socket) => socket.write(`${OK}\r\ncontent-length: 2\r\n\r\n{`, () => resolve(socket)));
      const answer = transport.send(asked(url)).then(
        () => true,
        () => false,
      );
      const socket = await promise;
      await clock.advance(3_600_000, () => setImmediate());
      socket.end('}');
      const isTaken = await answer;
      await transport.close();
      return isTaken;
    },
    IN_TIME,
  ],
  ['a path with a header of its own', (copy) => smuggled(copy, { url: '/v1/x HTTP/1.1\r\nevil: 1\r\nx:' }, '\r\nevil: 1'), SENT],
  ['a path with a request of its own', (copy) => smuggled(copy, { url: '/ HTTP/1.1\r\n\r\nDELETE /v1/orders' }, '\r\n\r\nDELETE'), SENT],
  ['a header with a header of its own', (copy) => smuggled(copy, { headers: { 'user-agent': 'a\r\nevil: 1' } }, '\r\nevil: 1'), SENT],
  [
    'B2: a signed request in the clear to an address that is not this machine',
    async (copy) => {
      const { url, texts } = await rawServer((socket) => socket.end(`${OK}\r\ncontent-length: 0\r\n\r\n`));
      await sent(copy, asked(url.replace('127.0.0.1', '0.0.0.0')));
      return texts.length > 0;
    },
    CLEAR,
  ],
  [
    'B3: a certificate that nobody has signed, with verification switched off in the environment',
    (copy) => overTls(copy, 'localhost', true),
    VERIFIED,
  ],
  ['B3: a certificate for another name, with verification switched off', (copy) => overTls(copy, '127.0.0.1', true), VERIFIED],
  [
    'an address with a user and a password in it',
    async (copy) => {
      const made = await clientOf(copy, 'http://user:password@127.0.0.1');
      await made?.close();
      return made !== undefined;
    },
    USER,
  ],
  [
    'B2: an amount in the query, which no signature covers',
    async (copy) => {
      const { url, texts } = await rawServer((socket) => socket.end(`${OK}\r\ncontent-length: 2\r\n\r\n{}`));
      const { client, close } = (await clientOf(copy, url))!;
      await client.raw('POST', '/v1/spot-trading/orders?amount=100', '{"amount":1}').catch(() => undefined);
      await close();
      return texts.some((text) => text.includes('amount=100'));
    },
    UNSIGNED,
  ],
];

export const VENUE_WIRE: Target = { name: 'venue: bytes on the wire', attacks: ATTACKS };
