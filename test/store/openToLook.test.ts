import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { openToLook } from '../../src/store/openToLook.ts';
import { openStore } from '../../src/store/store.ts';
import { newIntent, newPlace, temporaryFolder } from './builders.ts';

test('a store is looked at beside its owner, and one that nobody has made is none', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const place = { ...newPlace(folder.path), clock: systemClock };
  expect(await openToLook(place)).toBeUndefined();
  const owner = await openStore(place);
  await owner.journal.begin(newIntent('a'));
  const seen = await openToLook(place);
  expect((await seen!.journal.list(10)).map(({ id }) => id)).toEqual(['a']);
  await seen!.close();
  await owner.close();
  folder.remove();
});
