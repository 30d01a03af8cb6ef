import { afterEach, beforeEach, expect, test } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { FrozenLanes } from '../../src/gateway/frozenLanes.ts';
import type { Report } from '../../src/model/event.ts';
import type { Intent } from '../../src/model/intent.ts';
import type { Journal } from '../../src/model/journal.ts';
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

/** A journal that answers with these intents, and lets something happen before. */
function journalOf(unresolved: () => readonly Intent[], meanwhile: () => void = () => undefined): Journal {
  return {
    ...store.journal,
    unresolved: async () => {
      await Promise.resolve();
      meanwhile();
      return unresolved();
    },
  };
}

test('a lane stays shut for a cause that comes while the journal is asked whether it is free', async () => {
  let isFirst = true;
  const journal = journalOf(
    () => [],
    () => {
      if (isFirst) frozen.freeze('a', 'two', 'and because');
      isFirst = false;
    },
  );
  frozen = new FrozenLanes({ journal, report: (report) => reports.push(report) });
  frozen.freeze('a', 'one', 'because');
  await frozen.thaw('one');
  expect(types()).toEqual(['lane-frozen', 'lane-frozen']);
  await frozen.openWaiting();
  expect(types()).toEqual(['lane-frozen', 'lane-frozen']);
  await frozen.thaw('two');
  expect(types()).toEqual(['lane-frozen', 'lane-frozen', 'lane-opened']);
});

test('a lane whose cause goes while an order is on its way opens in a later round', async () => {
  let unresolved = [{ kind: 'place', state: 'sending', lane: 'a' } as Intent];
  frozen = new FrozenLanes({ journal: journalOf(() => unresolved), report: (report) => reports.push(report) });
  frozen.freeze('a', 'one', 'because');
  await frozen.thaw('one');
  await frozen.openWaiting();
  expect(types()).toEqual(['lane-frozen']);
  unresolved = [];
  await frozen.openWaiting();
  await frozen.openWaiting();
  expect(types()).toEqual(['lane-frozen', 'lane-opened']);
});
