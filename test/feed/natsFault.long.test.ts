import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { openNats } from '../../src/feed/openNats.ts';
import { makeCertificates, opensslMissing } from '../certificates.ts';
import { SmallDisk, smallDiskMissing } from '../smallDisk.ts';
import { temporaryFolder } from '../store/builders.ts';
import { until } from '../until.ts';
import { natsMissing, NatsServer } from './natsServer.ts';
import { publisherTo, readerOf, serverAt, type TestPublisher } from './streamPair.ts';

let folder: ReturnType<typeof temporaryFolder>;
let nats: NatsServer | undefined;
const publishers: TestPublisher[] = [];

beforeEach(({ skip }) => {
  const missing = natsMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  folder = temporaryFolder();
});
afterEach(async () => {
  await Promise.all(publishers.splice(0).map(({ publisher }) => publisher.close()));
  await nats?.remove();
  nats = undefined;
  folder?.remove();
});

const ENV = { FEED: 'right-password' };

/** Code, message and suggestion of a refusal; one word when it is let in. */
async function refusal(url: string, env: Readonly<Record<string, string>> = ENV): Promise<readonly string[]> {
  try {
    await (await openNats(serverAt(url, 'venue.feed', env), 'test')).close();
    return ['opened'];
  } catch (error) {
    return isFault(error) ? [error.code, error.message, error.suggestion ?? ''] : [String(error)];
  }
}

const HAS_ENDED = 'it has ended the connection';
const FULL = /can't be used: it (?:is full|has not answered in time); .*disk/;

/** The same from a server that has said why it refuses. One that closes at once may take its words back with it on a busy machine. */
async function saidRefusal(url: string, env?: Readonly<Record<string, string>>): Promise<readonly string[]> {
  for (;;) {
    const said = await refusal(url, env);
    if (said[1]?.includes(HAS_ENDED) !== true) return said;
  }
}

const text = (part: string): unknown => expect.stringContaining(part);

async function startedWith(config: string, ...more: string[]): Promise<NatsServer> {
  const path = join(folder.path, 'nats.conf');
  writeFileSync(path, config);
  nats = await new NatsServer('-c', path, ...more).start();
  return nats;
}

function publishes(user: string, mostBytes: number): TestPublisher {
  const server = serverAt(nats!.url().replace('//', `//${user}:\${env:FEED}@`), 'record.publish', ENV);
  const one = publisherTo(nats!.url(), { server, limits: { keepMs: 3_600_000, mostBytes } });
  publishers.push(one);
  return one;
}

describe('a NATS that can’t be used says which one it is, what is wrong and what to write', () => {
  it('TLS: another authority, another name, none on one side; the right one lets in, by an address too', async ({ skip }) => {
    const noOpenssl = opensslMissing();
    if (noOpenssl !== undefined) skip(`NOT TESTED: ${noOpenssl}`);
    const { authority, stranger, certificate, key } = makeCertificates(folder.path, 'IP:127.0.0.1');
    nats = await new NatsServer('-js', '--tls', '--tlscert', certificate, '--tlskey', key).start();
    const at = (ca = '', host = '127.0.0.1'): string => `tls://${host}:${nats!.port}/sluice${ca === '' ? '' : `?ca=${ca}`}`;
    for (const url of [at(), at(stranger), nats.url()]) {
      const unknown = await refusal(url);
      expect(unknown).toEqual(['network', text('who has signed its certificate is not known here'), text('?ca=PATH in venue.feed')]);
      expect(unknown[1]).toContain(`127.0.0.1:${nats.port}/sluice (venue.feed)`);
    }
    expect(await refusal(at(authority, 'localhost'))).toEqual([
      'network',
      text('for another name or address'),
      text('as its certificate does'),
    ]);
    expect(await refusal(at('/none.pem'))).toEqual([
      'configuration',
      text("the certificate /none.pem can't be read"),
      text('behind ?ca= in venue.feed'),
    ]);
    expect(await refusal(at(authority))).toEqual(['opened']);
    await nats.remove();
    nats = await new NatsServer().start();
    expect(await refusal(at(authority))).toEqual(['network', text('it speaks no TLS'), text('tls block')]);
  });

  it('a user that is not taken, or may not do what is needed', async () => {
    const weak = '{user: weak, password: right-password, permissions: {publish: {deny: ["$JS.API.STREAM.CREATE.>"]}}}';
    const mute = '{user: mute, password: right-password, permissions: {publish: "nothing", subscribe: "nothing"}}';
    await startedWith(`jetstream {}\nauthorization { users: [ ${weak}, ${mute} ] }`);
    const at = (user: string): string => nats!.url().replace('//', `//${user}:\${env:FEED}@`);
    const wrong = await saidRefusal(at('weak'), { FEED: 'wr-0ng' });
    expect(wrong).toEqual(['unauthorized', text('it does not take this user and password'), text('correct them in venue.feed')]);
    expect(wrong.join()).not.toContain('wr-0ng');
    const may = 'let it publish to $JS.API.> and sluice.>, and subscribe to _INBOX.> and _live.sluice.>';
    expect(await saidRefusal(at('mute'))).toEqual(['unauthorized', text('this user may not do there what is needed'), text(may)]);
    const one = publishes('weak', 1_000_000);
    const told = (): string | undefined => one.troubles.find((trouble) => !trouble.includes(HAS_ENDED));
    await until(() => told() !== undefined);
    expect(told()).toMatch(/^nothing is published: the NATS at nats:\/\/weak@127\S+ \(record\.publish\) can't be used: this user may not/);
    expect(told()).toContain(may);
  });

  it('a user that may read what is stored, and not listen', async () => {
    const all = '{user: all, password: right-password}';
    const deaf = '{user: deaf, password: right-password, permissions: {subscribe: "_INBOX.>"}}';
    await startedWith(`jetstream {}\nauthorization { users: [ ${all}, ${deaf} ] }`);
    const one = publishes('all', 1_000_000);
    await until(() => one.publisher.status().state === 'publishing');
    one.book(1);
    const url = nats!.url().replace('//', '//deaf:${env:FEED}@');
    const reader = readerOf(nats!.url(), { server: serverAt(url, 'venue.feed', ENV) });
    await until(() => reader.troubles.length > 0);
    reader.end();
    expect(reader.troubles).toEqual([expect.stringMatching(/this user may not do there what is needed; .*_live\.sluice\.>/)]);
    // It has not begun: else it would say each time that the market comes again.
    expect([reader.feed.status(), reader.lots()]).toMatchObject([{ state: 'waiting', reconnects: 0 }, []]);
  });

  it('JetStream that is off, for who reads too', async () => {
    nats = await new NatsServer('--name', 'plain').start();
    expect(await refusal(nats.url())).toEqual(['configuration', text('its JetStream is off'), text('-js')]);
    const reader = readerOf(nats.url());
    await until(() => reader.troubles.length > 0);
    reader.end();
    expect(reader.troubles[0]).toContain('its JetStream is off');
  });

  it('a version without the JetStream that is needed', async () => {
    // No old server is installed: this one says what such a one says first.
    const said = { server_id: 'OLD', version: '2.8.4', proto: 1, headers: true, max_payload: 1_048_576, jetstream: true };
    const old = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => void (bytes.includes('PING') && socket.write('PONG\r\n')));
      socket.write(`INFO ${JSON.stringify(said)}\r\n`);
    }).listen(0, '127.0.0.1');
    await once(old, 'listening');
    const { port } = old.address() as AddressInfo;
    const words = `the NATS at nats://127.0.0.1:${port}/sluice (venue.feed) is of version 2.8.4; 2.9 or later is needed`;
    expect(await refusal(`nats://127.0.0.1:${port}/sluice`)).toEqual(['configuration', words, text('install a later one')]);
    old.close();
  });
});

describe('a NATS that is full', () => {
  it('by its max_file_store: it says so, and publishes once there is room', async () => {
    const users = 'authorization { users: [ {user: sluice, password: right-password} ] }';
    await startedWith(`jetstream {max_file_store: 10MB}\n${users}`);
    const other = await openNats(serverAt(nats!.url().replace('//', '//sluice:${env:FEED}@'), 'record.publish', ENV), 'test');
    await other.streams.add({ name: 'other', subjects: ['other.>'], max_bytes: 8_000_000 });
    const one = publishes('sluice', 5_000_000);
    one.book(1);
    await until(() => one.troubles.length > 0);
    expect(one.troubles[0]).toMatch(
      /^nothing is published: the NATS at nats:\/\/sluice@127\S+ \(record\.publish\) can't be used: it is full; .*max_file_store/,
    );
    await other.streams.delete('other');
    await other.close();
    await until(() => one.publisher.status().rows === 1);
    expect(one.troubles.at(-1)).toContain('the market is published again');
  });

  it('by its disk: nothing is lost, and all of it comes once there is room and it was restarted', async ({ skip }) => {
    const noDisk = smallDiskMissing();
    if (noDisk !== undefined) skip(`NOT TESTED: ${noDisk}`);
    const disk = new SmallDisk(6);
    try {
      await startedWith('jetstream {max_file_store: 100MB}', `place=${disk.folder}`);
      const one = publisherTo(nats!.url());
      publishers.push(one);
      await until(() => one.publisher.status().state === 'publishing');
      const reader = readerOf(nats!.url());
      await until(() => reader.feed.status().state === 'reading');
      one.book(1);
      await until(() => reader.lots().length === 1);
      disk.fill();
      let lots = 1;
      await until(() => {
        for (let i = 0; i < 20; i++) one.book(++lots);
        return one.troubles.some((trouble) => FULL.test(trouble));
      });
      disk.free();
      await nats!.kill();
      await nats!.start();
      await until(() => reader.lots().length === lots);
      expect(reader.lots()).toEqual(Array.from({ length: lots }, (_, i) => i + 1));
      expect(one.publisher.status()).toMatchObject({ dropped: 0 });
      reader.end();
    } finally {
      await Promise.all(publishers.splice(0).map(({ publisher }) => publisher.close()));
      await nats?.remove();
      nats = undefined;
      disk.remove();
    }
  });
});
