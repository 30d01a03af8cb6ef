import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type * as Clocks from '../../src/base/systemClock.ts';
import type * as Forwarders from '../../src/daemon/listen/forwarder.ts';
import type * as Notifications from '../../src/daemon/listen/notification.ts';
import type * as Texts from '../../src/daemon/listen/notificationText.ts';
import type * as Receivers from '../../src/daemon/listen/receiver.ts';
import type * as Lines from '../../src/cli/listenLines.ts';
import type { Shell } from '../../src/cli/shell.ts';
import { openShop } from '../daemon/listen/servers.ts';
import { until } from '../until.ts';
import type { Attack, Target } from './attack.ts';
import { DEEP, OWN_PROTO, TWICE, UTF8 } from './commonGuards.ts';
import type { Copy, Guard } from './copies.ts';
import { BEGUN, isWaitedFor, PATIENCE_MS } from './halfOpen.ts';
import { chunked, converse, type Raw, rawRequest } from './wire.ts';

const FILE = 'src/daemon/listen/receiver.ts';
const POST: Guard = [FILE, "if (request.method !== 'POST') return", "if (request.method === 'NONE') return"];
const ORIGIN: Guard = [FILE, "if (request.headers.has('origin')) return", "if (request.headers.has('none')) return"];
const ROUND: Guard = [FILE, 'if (request.headers.has(FORWARDED_HEADER)) return', "if (request.headers.has('none')) return"];
const ANNOUNCED: Guard = [FILE, "if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return undefined;", ''];
const COUNTED: Guard = [FILE, 'if (length > MAX_BODY_BYTES) return undefined;', ''];
const RATE: Guard = [FILE, 'if (window.freeFromMs(perSecond, 1000) > nowMs) return', 'if (nowMs < -1) return'];
const ROOM: Guard = ['src/base/makeRoom.ts', 'if (open.size >= most) open.values().next().value?.destroy();', ''];
const OBJECT: Guard = [
  'src/daemon/listen/notification.ts',
  "if (typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof JsonNumber) {",
  'if (body === undefined) {',
];
const REDIRECT: Guard = ['src/daemon/listen/forwarder.ts', "redirect: 'manual'", "redirect: 'follow'"];
const QUEUE: Guard = ['src/daemon/listen/forwarder.ts', 'if (this.#waiting.length >= MOST_WAITING) {', 'if (this.#waiting.length < 0) {'];
const LINES: Guard = ['src/cli/listenLines.ts', '${isoOf(at).slice(11, 19)} ${plainLine(text)}', '${isoOf(at).slice(11, 19)} ${text}'];

const PATIENCE: Guard = [FILE, 'requestTimeout: patienceMs, headersTimeout: patienceMs', 'requestTimeout: 0, headersTimeout: 0'];

interface Listening {
  readonly port: number;
  readonly heard: readonly Notifications.Notification[];
  ask(raw: Raw): Promise<string>;
}

/** A listener for this attack alone. */
function onListener(
  attack: (listening: Listening) => Promise<boolean>,
  perSecond = 100,
  patienceMs?: number,
): (copy: Copy) => Promise<boolean> {
  return async (copy) => {
    const { serveReceiver } = await copy.load<typeof Receivers>(FILE);
    const { systemClock } = await copy.load<typeof Clocks>('src/base/systemClock.ts');
    const heard: Notifications.Notification[] = [];
    const receiver = await serveReceiver({
      clock: systemClock,
      port: 0,
      perSecond,
      patienceMs,
      onNotification: (one) => heard.push(one),
      onRefused: () => undefined,
    });
    const port = Number(new URL(receiver.url).port);
    const ask = (raw: Raw): Promise<string> =>
      converse(port, rawRequest({ method: 'POST', body: '{}', ...raw, lines: [`host: 127.0.0.1:${port}`, ...(raw.lines ?? [])] }));
    try {
      return await attack({ port, heard, ask });
    } finally {
      await receiver.close();
    }
  };
}

/** It is taken for a notification. */
const taken = (what: string, raw: Raw, ...guards: Guard[]): Attack => [
  what,
  onListener(async ({ ask, heard }) => {
    await ask(raw);
    return heard.length > 0;
  }),
  ...guards,
];

const LONG = `{"a":"${'x'.repeat(100_000)}"}`;

/** What a person reads of a notification. */
const printed =
  (body: string, wanted: string) =>
  async (copy: Copy): Promise<boolean> => {
    const { readNotification } = await copy.load<typeof Notifications>('src/daemon/listen/notification.ts');
    const { listenLines } = await copy.load<typeof Lines>('src/cli/listenLines.ts');
    let text = '';
    const shell = { options: { output: 'table' }, out: { write: (chunk: string) => (text += chunk) } } as unknown as Shell;
    listenLines(shell).heard(readNotification(Buffer.from(body), 0));
    return text.includes(wanted);
  };

/** Sends notifications on to a shop, until so many are done. */
async function forwarded(copy: Copy, url: string, count: number, isDone: (done: readonly Forwarders.Forwarded[]) => boolean) {
  const { Forwarder } = await copy.load<typeof Forwarders>('src/daemon/listen/forwarder.ts');
  const { readNotification } = await copy.load<typeof Notifications>('src/daemon/listen/notification.ts');
  const { systemClock } = await copy.load<typeof Clocks>('src/base/systemClock.ts');
  const done: Forwarders.Forwarded[] = [];
  const forwarder = new Forwarder({ url, clock: systemClock, backOffMs: [], onForwarded: (one) => done.push(one) });
  const notification = readNotification(Buffer.from('{"status":"Completed"}'), 0);
  for (let n = 0; n < count; n++) forwarder.add(notification);
  await until(() => isDone(done));
  return forwarder.stop();
}

async function sentElsewhere(copy: Copy, status: number): Promise<boolean> {
  const elsewhere = await openShop();
  const shop = await openShop(status);
  const moved = createServer((_, response) => response.writeHead(status, { location: elsewhere.url }).end());
  moved.listen(0, '127.0.0.1');
  await once(moved, 'listening');
  const { port } = moved.address() as { readonly port: number };
  await forwarded(copy, `http://127.0.0.1:${port}/`, 1, (done) => done.length > 0);
  moved.close();
  await Promise.all([shop.close(), elsewhere.close()]);
  return elsewhere.bodies.length > 0;
}

const ATTACKS: readonly Attack[] = [
  taken('a PUT', { method: 'PUT' }, POST),
  taken('a DELETE with a body', { method: 'DELETE' }, POST),
  taken('a page in a browser on this machine', { lines: ['origin: https://evil.example'] }, ORIGIN),
  taken('a file that a browser has opened', { lines: ['origin: null'] }, ORIGIN),
  taken('what this listener has sent on to itself', { lines: ['x-sluice-forwarded: 1'] }, ROUND),
  taken('a long body', { body: LONG }, ANNOUNCED, COUNTED),
  taken('a long body in pieces', { lines: ['transfer-encoding: chunked'], body: chunked(LONG) }, COUNTED),
  taken('a list', { body: '[{"status":"Completed"}]' }, OBJECT),
  taken('a number', { body: '1e400' }, OBJECT),
  taken('nothing at all', { body: 'null' }, OBJECT),
  taken('an id that stands twice', { body: '{"paymentIntentId":"a","paymentIntentId":"b"}' }, TWICE),
  taken('a body of 1,000 lists in one another', { body: `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}` }, DEEP),
  [
    'bytes that are no text',
    onListener(async ({ port, heard }) => {
      const head = `POST / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\ncontent-length: 10\r\n\r\n`;
      await converse(port, Buffer.concat([Buffer.from(`${head}{"a":"`), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]));
      return heard.length > 0;
    }),
    UTF8,
  ],
  [
    'more in a second than are looked at',
    onListener(async ({ ask, heard }) => {
      for (let n = 0; n < 6; n++) await ask({});
      return heard.length === 6;
    }, 3),
    RATE,
  ],
  [
    'B11: two hundred connections that say nothing',
    onListener(async ({ ask, port }) => {
      const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
      let closed = 0;
      for (const socket of sockets) socket.on('error', () => undefined).on('close', () => closed++);
      await Promise.all(sockets.map((socket) => once(socket, 'connect').catch(() => undefined)));
      // An answer to a later connection: those before it have been looked at.
      await ask({});
      await new Promise(setImmediate);
      const held = 200 - closed;
      for (const socket of sockets) socket.destroy();
      return held > 64;
    }),
    ROOM,
  ],
  ...BEGUN.map(([what, begun]): Attack => [
    `B11: a client that never gets beyond ${what}`,
    onListener(({ port }) => isWaitedFor(port, begun), 100, PATIENCE_MS),
    PATIENCE,
  ]),
  ['a status that clears the screen', printed('{"status":"\\u001b[2J\\u001b[H"}', '\u001b'), LINES],
  ['a status that writes from right to left', printed('{"status":"\\u202ediaP"}', '\u202e'), LINES],
  ['an id with a line of its own', printed('{"id":"a\\n12:00:00 Payment a Completed"}', '\n12:00:00'), LINES],
  [
    'a status that the body only inherits',
    async (copy) => {
      const { readNotification } = await copy.load<typeof Notifications>('src/daemon/listen/notification.ts');
      const { notificationText } = await copy.load<typeof Texts>('src/daemon/listen/notificationText.ts');
      return notificationText(readNotification(Buffer.from('{"__proto__":{"status":"Completed"}}'), 0).body).includes('Completed');
    },
    OWN_PROTO,
  ],
  ['a shop that sends the notifications on to another machine', (copy) => sentElsewhere(copy, 307), REDIRECT],
  ['the same for good', (copy) => sentElsewhere(copy, 308), REDIRECT],
  [
    'more notifications than are kept while a shop does not answer',
    async (copy) => {
      let asked = 0;
      const silent = createServer(() => asked++);
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as { readonly port: number };
      const left = await forwarded(copy, `http://127.0.0.1:${port}/`, 1500, () => asked > 0);
      silent.close();
      silent.closeAllConnections();
      return left > 1000;
    },
    QUEUE,
  ],
];

export const LISTENER: Target = { name: 'listener of notifications', attacks: ATTACKS };
