import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { askOwner } from '../../src/store/askOwner.ts';
import { openStore } from '../../src/store/store.ts';
import { newPlace, temporaryFolder } from './builders.ts';

let folder: ReturnType<typeof temporaryFolder>;
let place: ReturnType<typeof newPlace>;

beforeEach(() => {
  folder = temporaryFolder();
  place = newPlace(folder.path);
});
afterEach(() => folder.remove());

const ask = (what: string, onAsked: (owner: string) => void = () => undefined) =>
  askOwner({ path: place.path, server: place.server!, clock: systemClock, what, onAsked });
const own = (onAsked?: (what: string) => Promise<string> | undefined) => openStore({ ...place, clock: systemClock, onAsked });

it('what is asked for is done by the owner with a renewal of its lease, and nobody is asked where nobody owns the store', async () => {
  expect(await ask('before there is a store')).toBeUndefined();
  const heard: string[] = [];
  let isReady = false;
  const owner = await own((what) => {
    // One that has only begun is asked again.
    if (!isReady) return void (isReady = true);
    heard.push(what);
    return Promise.resolve(`${what} is done`);
  });
  const told: string[] = [];
  expect(await ask('stop', (who) => told.push(who))).toEqual({ owner: told[0], answer: 'stop is done' });
  expect(told).toEqual([expect.stringMatching(/^process \d+ of \S+, since \S+Z$/)]);
  expect(heard).toEqual(['stop']);
  await owner.close();
  expect(await ask('after its end')).toBeUndefined();
});

it('what an owner has not done stays asked for, and the next one does it', async () => {
  const first = await own();
  const isAsked = Promise.withResolvers<string>();
  const asked = ask('stop', isAsked.resolve);
  await isAsked.promise;
  await first.close();
  const second = await own((what) => Promise.resolve(`${what} is done by the next`));
  expect((await asked)?.answer).toBe('stop is done by the next');
  await second.close();
});
