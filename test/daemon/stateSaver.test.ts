import { afterEach, beforeEach, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { StateSaver } from '../../src/daemon/stateSaver.ts';
import { STOPS_KEY } from '../../src/engine/savedStops.ts';
import { openStore, type Store } from '../../src/store/store.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore({ path: ':memory:', clock: new VirtualClock(0) });
});
afterEach(() => store.close());

it('writes texts in their order, the newest of a key last', async () => {
  const saver = new StateSaver(store.state, () => undefined);
  for (const [key, text] of [
    ['s', 'first'],
    ['', 'day'],
    ['s', 'second'],
  ] as const)
    saver.save(key, text);
  await saver.idle();
  expect(await store.state.load('strategy')).toEqual({ s: 'second', '': 'day' });
});

it('tells of what it could not write, and whoever must know is refused until a newer text is on disk', async () => {
  const trouble: string[] = [];
  const broken = { fails: true };
  const state = {
    ...store.state,
    save: (scope: string, key: string, text: string) =>
      broken.fails ? Promise.reject(new Error('disk full')) : store.state.save(scope, key, text),
  };
  const saver = new StateSaver(state, (message, about, isOver = false) => trouble.push(`${about!}: ${message}: ${isOver}`));
  for (const key of [STOPS_KEY, '', 's', 's']) saver.save(key, '[]');
  await expect(saver.saved(STOPS_KEY)).rejects.toMatchObject({ code: 'store', message: expect.stringContaining('disk full') as string });
  await saver.saved('other');
  const names = ['the trading state', 'the state of the daily loss', 'the state of s'];
  expect(trouble, 'once for each reason').toEqual(
    names.map((name) => `that ${name} is saved: ${name} could not be saved: disk full: false`),
  );
  broken.fails = false;
  for (let i = 0; i < 2; i++) saver.save(STOPS_KEY, '[]');
  await saver.saved(STOPS_KEY);
  expect(trouble.slice(3)).toEqual(['that the trading state is saved: the trading state is saved again: true']);
});
