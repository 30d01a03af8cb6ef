import { expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { lookAtStream } from '../../src/feed/lookAtStream.ts';
import { until } from '../until.ts';
import { natsMissing, NatsServer } from './natsServer.ts';
import { publisherTo, serverAt, VENUE } from './streamPair.ts';

it('a look at a stream says what it holds and who publishes, and changes nothing', async ({ skip }) => {
  const missing = natsMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  const nats = await new NatsServer().start();
  const look = () => lookAtStream(serverAt(nats.url(), 'venue.feed'), systemClock);
  expect(await look()).toMatchObject({ holds: undefined, last: undefined });
  expect(await look()).toMatchObject({ holds: undefined });
  const one = publisherTo(nats.url());
  one.book(1);
  await until(() => one.publisher.status().rows === 1);
  expect(await look()).toMatchObject({ holds: { messages: 2 }, last: { isNow: true, hello: { venue: VENUE, ended: false } } });
  await one.publisher.close();
  expect(await look()).toMatchObject({ last: { isNow: false, hello: { ended: true } } });
  await nats.remove();
});
