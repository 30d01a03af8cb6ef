import { expect, test } from 'vitest';
import { type EpisodeOptions, liveThrough } from './episode.ts';
import { FAULTS } from './faults.ts';

const OPTIONS: EpisodeOptions = { seed: 'episode', minutes: 2, isLive: false };

test('an episode replays to the last line, has faults in it, and breaks no promise', async () => {
  const [first, second] = [await liveThrough(OPTIONS), await liveThrough(OPTIONS)];
  expect(first.violation).toBeUndefined();
  expect(second).toEqual(first);
  expect(first.struck.length).toBeGreaterThan(5);
  expect(first.requests).toBeGreaterThan(5);
});

test('faults are left out by kind and by number', async () => {
  const { struck } = await liveThrough(OPTIONS);
  const [number, kind] = struck[0]!;
  const without = await liveThrough({ ...OPTIONS, without: { kinds: new Set(), numbers: new Set([number]) } });
  expect(without.struck[0]).not.toEqual([number, kind]);
  const calm = await liveThrough({ ...OPTIONS, without: { kinds: new Set(FAULTS), numbers: new Set() } });
  expect(calm.struck).toEqual([]);
  expect(calm.violation).toBeUndefined();
});
