import { once } from 'node:events';
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net';
import { connect } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { openNats, streamOf } from '../../src/feed/openNats.ts';
import { StreamReader } from '../../src/feed/streamReader.ts';
import { until } from '../until.ts';
import { natsMissing, NatsServer } from './natsServer.ts';
import { publisherTo, readerOf, serverAt, type TestPublisher, type TestReader } from './streamPair.ts';

/** The line of one reader to its server. */
interface Line {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

async function lineTo(port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const line = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connectTcp(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => other.destroy() && sockets.delete(socket));
      socket.pipe(other);
    }
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `nats://127.0.0.1:${(line.address() as AddressInfo).port}/sluice`,
    cut,
    mend: () => void (isCut = false),
    close: async () => {
      cut();
      line.close();
      await once(line, 'close');
    },
  };
}

let nats: NatsServer;
let from: TestPublisher | undefined;
let to: TestReader | undefined;

beforeEach(async ({ skip }) => {
  const missing = natsMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  nats = await new NatsServer().start();
});
afterEach(async () => {
  to?.end();
  await from?.publisher.close();
  await nats?.remove();
});

/** A publisher that publishes, and a reader that has its first book. */
async function pair(url = nats.url()): Promise<{ publisher: TestPublisher; reader: TestReader }> {
  const publisher = publisherTo(nats.url());
  from = publisher;
  await until(() => publisher.publisher.status().state === 'publishing');
  publisher.book(1);
  const reader = readerOf(url);
  to = reader;
  await until(() => reader.lots().length > 0);
  return { publisher, reader };
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, i) => i + 1);
}

describe(StreamReader, () => {
  it('has the newest book though its publisher has said who it is since', async () => {
    const publisher = publisherTo(nats.url());
    from = publisher;
    await until(() => publisher.publisher.status().state === 'publishing');
    publisher.book(1);
    await until(() => publisher.publisher.status().queued === 0);
    const other = await openNats(serverAt(nats.url(), 'record.publish'), 'test');
    const hello = await other.streams.getMessage('sluice', { last_by_subj: 'sluice.hello' });
    await other.jetstream.publish('sluice.hello', hello!.data);
    await other.close();
    const reader = readerOf(nats.url());
    to = reader;
    await until(() => reader.lots().length > 0);
    expect(reader.lots()).toEqual([1]);
  });

  it('listens once it has read what is stored: the server keeps nothing of it', async () => {
    const { publisher, reader } = await pair();
    const other = await openNats(serverAt(nats.url(), 'venue.feed'), 'test');
    await until(async () => (await streamOf(other))?.state.consumer_count === 0);
    for (let lots = 2; lots <= 50; lots++) publisher.book(lots);
    await until(() => reader.lots().length === 50);
    expect(reader.lots()).toEqual(upTo(50));
    expect((await streamOf(other))?.state.consumer_count).toBe(0);
    await other.close();
  });

  it('has thousands that it missed, and those that come while it reads them, in their order', async () => {
    const line = await lineTo(nats.port);
    try {
      const { publisher, reader } = await pair(line.url);
      line.cut();
      let lots = 1;
      while (lots < 7000) {
        publisher.book(++lots);
        if (lots % 500 === 0) await until(() => publisher.publisher.status().queued === 0);
      }
      expect(reader.lots()).toEqual([1]);
      line.mend();
      await until(() => {
        if (reader.lots().length < 7000) publisher.book(++lots);
        return reader.lots().length === lots;
      });
      expect(reader.lots()).toEqual(upTo(lots));
      expect(reader.feed.status()).toMatchObject({ missing: 0, reconnects: 1 });
    } finally {
      await line.close();
    }
  });

  it('reads the stream again where what is given on is not the next, and says so', async () => {
    const { publisher, reader } = await pair();
    const intruder = await connect({ servers: `127.0.0.1:${nats.port}` });
    intruder.publish('_live.sluice.book.BTC-EUR', 'not of the stream');
    await until(() => reader.troubles.some((trouble) => trouble.includes('was lost on its way')));
    publisher.book(2);
    await until(() => reader.lots().length === 2);
    expect(reader.feed.status()).toMatchObject({ missing: 0, reconnects: 1, state: 'reading', trouble: undefined });
    await intruder.close();
  });

  it('waits longer each time where somebody else keeps on writing what is given on', async () => {
    const { reader } = await pair();
    const intruder = await connect({ servers: `127.0.0.1:${nats.port}` });
    const begunMs = systemClock.monotonicMs();
    for (let times = 1; times <= 5; times++) {
      await until(() => reader.feed.status().state === 'reading');
      await until(() => {
        if (reader.feed.status().reconnects < times) intruder.publish('_live.sluice.book.BTC-EUR', 'not of the stream');
        return reader.feed.status().reconnects === times;
      });
    }
    expect(systemClock.monotonicMs() - begunMs).toBeGreaterThanOrEqual(250 + 500 + 1000 + 2000);
    await intruder.close();
  });

  it('does not read a stream whose messages are not given on, and its publisher says how one is', async () => {
    const other = await openNats(serverAt(nats.url(), 'record.publish'), 'test');
    await other.streams.add({ name: 'sluice', subjects: ['sluice.>'] });
    await other.close();
    const reader = readerOf(nats.url());
    to = reader;
    await until(() => reader.troubles.length > 0);
    expect(reader.troubles[0]).toMatch(
      /^nothing of the market comes: the stream sluice of \S+ \(venue\.feed\) was made by an earlier sluice.*; install/,
    );
    const publisher = publisherTo(nats.url());
    from = publisher;
    // Version 2.9 can't change such a stream; later ones can.
    await until(() => publisher.troubles.length > 0 || publisher.publisher.status().state === 'publishing');
    for (const trouble of publisher.troubles)
      expect(trouble).toMatch(/was made by an earlier sluice, .*; remove the stream \(nats stream rm sluice;/);
  });

  it('does not ask again and again for what it missed and the stream has no more', async () => {
    const line = await lineTo(nats.port);
    const other = await connect({ servers: `127.0.0.1:${nats.port}` });
    try {
      const { publisher, reader } = await pair(line.url);
      line.cut();
      for (let lots = 2; lots <= 3000; lots++) publisher.book(lots);
      await until(() => publisher.publisher.status().queued === 0);
      await publisher.publisher.close();
      await other.request('$JS.API.STREAM.PURGE.sluice');
      let looks = 0;
      other.subscribe('$JS.API.STREAM.INFO.sluice', { callback: () => void looks++ });
      line.mend();
      await until(() => reader.feed.status().state === 'reading');
      expect(looks).toBeLessThan(10);
      const next = publisherTo(nats.url());
      from = next;
      await until(() => next.publisher.status().state === 'publishing');
      next.book(7);
      await until(() => reader.lots().length === 2);
      expect(reader.lots()).toEqual([1, 7]);
    } finally {
      await other.close();
      await line.close();
    }
  });

  it('takes nothing of a stream that was made anew for what comes next in the one before', async () => {
    const { publisher, reader } = await pair();
    for (let lots = 2; lots <= 20; lots++) publisher.book(lots);
    await until(() => reader.lots().length === 20);
    const other = await openNats(serverAt(nats.url(), 'venue.feed'), 'test');
    await other.streams.delete('sluice');
    for (let lots = 21; lots <= 80; lots++) publisher.book(lots);
    await until(() => reader.lots().at(-1) === 80);
    expect(reader.lots()).toEqual(upTo(80));
    expect(reader.feed.status()).toMatchObject({ missing: 0, state: 'reading' });
    await other.close();
  });
});
