import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openNats } from '../../src/feed/openNats.ts';
import { dec } from '../../src/base/decimal.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { until } from '../until.ts';
import { natsMissing, NatsServer } from './natsServer.ts';
import { publisherTo, readerOf, serverAt, type TestPublisher } from './streamPair.ts';

let nats: NatsServer;
const publishers: TestPublisher[] = [];

beforeEach(({ skip }) => {
  const missing = natsMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
});
afterEach(async () => {
  await Promise.all(publishers.splice(0).map(({ publisher }) => publisher.close()));
  await nats?.remove();
});

async function started(...more: string[]): Promise<NatsServer> {
  nats = await new NatsServer(...more).start();
  return nats;
}

function publishes(more: Parameters<typeof publisherTo>[1] = {}, url = nats.url()): TestPublisher {
  const one = publisherTo(url, more);
  publishers.push(one);
  return one;
}

const isPublishing = (one: TestPublisher): Promise<unknown> => until(() => one.publisher.status().state === 'publishing');

describe('a publisher', () => {
  it('keeps the stream within its limits, and changes them for the next start', async () => {
    await started();
    const one = publishes({ limits: { keepMs: 60_000, mostBytes: 16 * 1024 * 1024 } });
    await isPublishing(one);
    const looker = await openNats(serverAt(nats.url(), 'venue.feed'), 'test');
    const limits = async () => {
      const { config } = await looker.streams.info('sluice');
      return [config.max_age / 1e6, config.max_bytes, config.duplicate_window / 1e6, config.discard];
    };
    expect(await limits()).toEqual([60_000, 16 * 1024 * 1024, 60_000, 'old']);
    await one.publisher.close();
    await isPublishing(publishes({ limits: { keepMs: 7_200_000, mostBytes: 32 * 1024 * 1024 } }));
    expect(await limits()).toEqual([7_200_000, 32 * 1024 * 1024, 120_000, 'old']);
    await looker.close();
  });

  it('is alone: a second one waits until the first has ended, and keeps nothing meanwhile', async () => {
    await started();
    const first = publishes();
    await isPublishing(first);
    const reader = readerOf(nats.url());
    await until(() => reader.feed.status().state === 'reading');
    const second = publishes();
    await until(() => second.troubles.length > 0);
    first.book(1);
    second.book(1);
    await until(() => reader.lots().length === 1);
    await until(() => second.publisher.status().queued === 0);
    await first.publisher.close();
    await isPublishing(second);
    second.book(2);
    await until(() => reader.lots().length === 2);
    reader.end();
    expect(reader.lots()).toEqual([1, 2]);
    expect(second.troubles[0]).toMatch(
      /^nothing is published: the stream sluice of \S+ \(record\.publish\) is published by process \d+ of \S+; this one publishes as soon as that one has ended$/,
    );
  });

  it('leaves out what the server does not take, and goes on with the rest', async () => {
    const folder = new NatsServer();
    const config = join(folder.folder, 'nats.conf');
    writeFileSync(config, 'max_payload: 2048\njetstream {}\n');
    await started('-c', config);
    const one = publishes();
    await isPublishing(one);
    const row = { symbol: 'BTC/EUR', baseVolume: dec('1'), quoteVolume: dec('1') };
    const empty = {
      lastPrice: undefined,
      lowestAsk: undefined,
      highestBid: undefined,
      priceChangePercent: undefined,
      highestPrice: undefined,
      lowestPrice: undefined,
    };
    one.publisher.market({ type: 'statistics', rows: Array.from({ length: 500 }, () => ({ ...row, ...empty })) });
    one.book(1);
    await until(() => one.publisher.status().rows === 1);
    expect(one.publisher.status()).toMatchObject({ rows: 1, dropped: 500, queued: 0 });
    expect(one.troubles).toEqual([
      expect.stringMatching(
        /^statistics is not published: its message has \d+ bytes, and the NATS at \S+ \(record\.publish\) takes 2048; raise max_payload there$/,
      ),
    ]);
    await folder.remove();
  });

  it('says that JetStream is off, and begins when it is on', async () => {
    await started('--name', 'plain');
    const one = publishes();
    await until(() => one.troubles.length > 0);
    expect(one.troubles[0]).toMatch(/its JetStream is off; start it with -js/);
  });

  it('shows no password, and says when it is the wrong one', async () => {
    await started('-js', '--user', 'sluice', '--pass', 'right-password');
    const url = nats.url().replace('//', '//sluice:${env:FEED}@');
    const wrong = publishes({ server: serverAt(url, 'record.publish', { FEED: 'wrong-password' }) });
    await until(() => wrong.troubles.length > 0);
    expect(wrong.troubles[0]).toMatch(
      /^nothing is published: the NATS at nats:\/\/sluice@127\S+ \(record\.publish\) can't be used: .*user and password/,
    );
    expect(JSON.stringify(wrong.troubles)).not.toContain('wrong-password');
    const right = publishes({ server: serverAt(url, 'record.publish', { FEED: 'right-password' }) });
    await isPublishing(right);
    expect(right.publisher.status().stream).toBe(`nats://sluice@127.0.0.1:${nats.port}/sluice`);
  });

  it('leaves the stream of another program alone', async () => {
    await started();
    const other = await openNats(serverAt(nats.url(), 'record.publish'), 'test');
    await other.streams.add({ name: 'sluice', subjects: ['orders.>'] });
    const one = publishes();
    await until(() => one.troubles.length > 0);
    expect(one.troubles[0]).toMatch(
      /the stream sluice of \S+ \(record\.publish\) is one of another program; name another stream in record\.publish, behind the last \//,
    );
    expect((await other.streams.info('sluice')).config.subjects).toEqual(['orders.>']);
    await other.close();
  });

  it('ends in time when the server is away', async () => {
    await started();
    const one = publishes();
    await isPublishing(one);
    nats.pause();
    one.book(1);
    const beganMs = systemClock.monotonicMs();
    await one.publisher.close();
    expect(systemClock.monotonicMs() - beganMs).toBeLessThan(30_000);
    nats.resume();
    expect(one.publisher.status().state).toBe('waiting');
  });
});
