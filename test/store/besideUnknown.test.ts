import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import type { IntentOutcome } from '../../src/model/journal.ts';
import { openStore } from '../../src/store/store.ts';
import { START, codeOf, newIntent, newPlace, temporaryFolder } from './builders.ts';

const outcome = (state: IntentOutcome['state']): IntentOutcome => ({ state, at: START + 100 });

test('unresolved intents of a lane stand beside each other, as many as are allowed: places and replacements, and no conversions', async () => {
  const folder = temporaryFolder();
  const several = await openStore({ ...newPlace(folder.path), clock: systemClock, unknownPerLane: 2 });
  const { journal } = several;
  const begun = (id: string, over: Parameters<typeof newIntent>[1] = {}) => codeOf(journal.begin(newIntent(id, over)));
  expect(await Promise.all(['a', 'b', 'c'].map((id) => begun(id)))).toEqual(['ok', 'ok', 'lane-frozen']);
  expect(await begun('d', { kind: 'replace', targetId: '7' })).toBe('lane-frozen');
  await journal.settle('a', outcome('unknown'));
  await journal.settle('a', outcome('not-sent'));
  expect(await begun('e')).toBe('ok');
  expect(await begun('f')).toBe('lane-frozen');
  const convert = { kind: 'convert', lane: 'convert:EUR>BTC' } as const;
  expect([await begun('g', convert), await begun('h', convert)]).toEqual(['ok', 'lane-frozen']);
  expect(await begun('i', { kind: 'cancel', targetId: '7' })).toBe('ok');
  await several.close();
  folder.remove();
});

test('unresolved intents that were allowed by an earlier life leave no room for another, once fewer are', async () => {
  const folder = temporaryFolder();
  const place = newPlace(folder.path);
  const before = await openStore({ ...place, clock: systemClock, unknownPerLane: 3 });
  for (const id of ['a', 'b', 'c']) await before.journal.begin(newIntent(id));
  await before.journal.settle('a', outcome('rejected'));
  await before.close();
  const after = await openStore({ ...place, clock: systemClock, unknownPerLane: 2 });
  // Nothing was marked as sent, so the others are known not to have left.
  expect(await after.journal.unresolved()).toEqual([]);
  expect(await codeOf(after.journal.begin(newIntent('d')))).toBe('ok');
  expect(await codeOf(after.journal.begin(newIntent('e')))).toBe('ok');
  await after.journal.settle('d', outcome('unknown'));
  await after.journal.settle('e', outcome('unknown'));
  await after.close();
  const last = await openStore({ ...place, clock: systemClock });
  await last.journal.settle('d', outcome('not-sent'));
  expect(await codeOf(last.journal.begin(newIntent('f')))).toBe('lane-frozen');
  await last.journal.settle('e', outcome('not-sent'));
  expect(await codeOf(last.journal.begin(newIntent('g')))).toBe('ok');
  await last.close();
  folder.remove();
});
