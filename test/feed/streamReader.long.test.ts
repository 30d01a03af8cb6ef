import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openNats } from '../../src/feed/openNats.ts';
import { StreamReader } from '../../src/feed/streamReader.ts';
import { until } from '../until.ts';
import { natsMissing, NatsServer } from './natsServer.ts';
import { publisherTo, readerOf, serverAt, type TestPublisher, type TestReader } from './streamPair.ts';

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
});
