import { expect, it } from 'vitest';
import { feedFacts } from '../../web/pure/feedFacts.ts';
import type { Status } from '../../web/pure/status.ts';

const feed = {
  state: 'reading',
  stream: 'nats://10.0.0.5/sluice',
  rows: 9,
  late: 0,
  missing: 0,
  lagMs: 3,
  reconnects: 0,
  trouble: undefined,
};
const published = {
  state: 'publishing',
  stream: 'nats://10.0.0.5/sluice',
  rows: 12,
  dropped: 0,
  queued: 0,
  lagMs: 0,
  reconnects: 0,
  trouble: undefined,
};
const factsOf = (parts: object): ReturnType<typeof feedFacts> => feedFacts(parts as Pick<Status, 'feed' | 'recorder'>);

it('says nothing where the market is polled and not published', () => {
  expect(factsOf({})).toEqual([]);
  expect(factsOf({ recorder: { state: 'recording' } })).toEqual([]);
});

it('says where the market comes from and goes to', () => {
  expect(factsOf({ feed, recorder: { published } })).toEqual([
    { name: 'Market from', text: 'nats://10.0.0.5/sluice, reading, the last book after 3 ms', isTrouble: false },
    { name: 'Published to', text: 'nats://10.0.0.5/sluice, publishing, 12 rows', isTrouble: false },
  ]);
  expect(factsOf({ recorder: { published: { ...published, rows: 1 } } })).toMatchObject([
    { text: 'nats://10.0.0.5/sluice, publishing, 1 row' },
  ]);
});

it('says what is wrong with either', () => {
  const away = { ...feed, state: 'waiting', lagMs: undefined, missing: 2, late: 4, trouble: 'the server is away' };
  expect(factsOf({ feed: away, recorder: { published: { ...published, queued: 5, dropped: 1 } } })).toEqual([
    { name: 'Market from', text: 'nats://10.0.0.5/sluice, waiting, no book yet, 2 missing, 4 late: the server is away', isTrouble: true },
    { name: 'Published to', text: 'nats://10.0.0.5/sluice, publishing, 12 rows, 5 wait, 1 not published', isTrouble: true },
  ]);
});
