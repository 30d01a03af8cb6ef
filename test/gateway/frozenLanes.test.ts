import { afterEach, beforeEach, expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { FrozenLanes } from '../../src/gateway/frozenLanes.ts';
import type { Report } from '../../src/model/event.ts';
import { openStore, type Store } from '../../src/store/store.ts';

let store: Store;
let reports: Report[];
let frozen: FrozenLanes;

beforeEach(async () => {
  store = await openStore({ path: ':memory:', clock: new VirtualClock(0) });
  reports = [];
  frozen = new FrozenLanes({ journal: store.journal, report: (report) => reports.push(report) });
});
afterEach(() => store.close());

const types = () => reports.map((report) => report.type);

test('a lane that is shut for two causes opens with the last of them, and each is told of once', async () => {
  frozen.freeze('a', 'one', 'because');
  frozen.freeze('a', 'one', 'because');
  frozen.freeze('a', 'two', 'and because');
  await frozen.thaw('one');
  await frozen.openIfFree('a');
  expect(types()).toEqual(['lane-frozen', 'lane-frozen']);
  await frozen.thaw('two');
  expect(types()).toEqual(['lane-frozen', 'lane-frozen', 'lane-opened']);
});

test('a cause that still holds for one lane opens the others', async () => {
  frozen.freeze('a', 'one', 'because');
  frozen.freeze('b', 'one', 'because');
  await frozen.thaw('one', new Set(['a']));
  expect(reports.at(-1)).toEqual({ type: 'lane-opened', lane: 'b' });
  expect(reports).toHaveLength(3);
});
