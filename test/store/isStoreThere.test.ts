import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { isStoreThere } from '../../src/store/isStoreThere.ts';
import { openStore } from '../../src/store/store.ts';
import { newPlace, temporaryFolder } from './builders.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

it('knows a store that somebody has made, owned or not, and makes none where none is', async () => {
  const place = newPlace(folder.path);
  expect(await isStoreThere(place, systemClock)).toBe(false);
  expect(await isStoreThere(place, systemClock)).toBe(false);
  const store = await openStore({ ...place, clock: systemClock });
  expect(await isStoreThere(place, systemClock)).toBe(true);
  await store.close();
  expect(await isStoreThere(place, systemClock)).toBe(true);
});
