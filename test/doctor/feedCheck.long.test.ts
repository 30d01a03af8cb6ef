import { afterEach, beforeEach, expect, it } from 'vitest';
import { natsMissing, NatsServer } from '../feed/natsServer.ts';
import { publisherTo } from '../feed/streamPair.ts';
import { until } from '../until.ts';
import { DoctorFolder } from './doctorFolder.ts';

let folder: DoctorFolder;
let nats: NatsServer;
beforeEach(({ skip }) => {
  const missing = natsMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  folder = new DoctorFolder();
  nats = new NatsServer();
});
afterEach(async () => {
  folder?.remove();
  await nats?.remove();
});

it('says of a stream what is wrong with it, and who publishes', async () => {
  await nats.start();
  const exchange = 'exchange: { url: https://venue.test, key: "${env:K}", secret: "${env:S}" }';
  const config = `mode: paper\nvenue: { ${exchange}, feed: ${nats.url()} }\nrisk: { symbols: [BTC/EUR, ETH/EUR] }\n`;
  const at = { config, env: { K: 'key-of-test', S: 'c2VjcmV0LW9mLXRlc3Q=' } };
  expect(await folder.troubles('feed', at)).toEqual([expect.stringContaining('bad: nobody has published to the stream of venue.feed')]);
  const other = publisherTo(nats.url(), { venue: 'other.test' });
  await until(() => other.publisher.status().state === 'publishing');
  expect(await folder.troubles('feed', at)).toEqual([
    expect.stringContaining('has the market of other.test, and ours is that of venue.test'),
  ]);
  await other.publisher.close();
  const one = publisherTo(nats.url());
  await until(() => one.publisher.status().state === 'publishing');
  expect(await folder.troubles('feed', at)).toEqual([expect.stringContaining('look: not published: ETH/EUR')]);
  await one.publisher.close();
  expect(await folder.troubles('feed', at)).toEqual([
    expect.stringMatching(/^bad: process \d+ of \S+ has published last, and says nothing since /),
    expect.stringContaining('not published: ETH/EUR'),
  ]);
  await nats.kill();
  expect(await folder.troubles('feed', at)).toEqual([expect.stringContaining("(venue.feed) can't be used: nothing listens there")]);
});
