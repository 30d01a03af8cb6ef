import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { openToLook } from '../../src/store/openToLook.ts';
import { beginLife } from '../../src/store/beginLife.ts';
import { openStore } from '../../src/store/store.ts';
import { setStanding } from '../../src/store/standing.ts';
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

test('one that has moved away is not read as if it were what the account has, nor is a copy that was cut', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  for (const [state, words] of [
    ['moved', 'the account has moved from '],
    ['incomplete', 'is a copy of elsewhere'],
  ] as const) {
    const place = { ...newPlace(folder.path), clock: systemClock };
    await (await openStore(place)).close();
    const { database, close } = await beginLife(place);
    await database.transaction((session) => setStanding(session, { state, place: 'elsewhere', at: 1 }));
    await close();
    await expect(openToLook(place)).rejects.toMatchObject({ code: 'store', message: expect.stringContaining(words) as string });
  }
  folder.remove();
});
