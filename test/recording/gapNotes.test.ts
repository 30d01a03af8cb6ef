import { expect, it } from 'vitest';
import { GapNotes } from '../../src/recording/gapNotes.ts';
import { DAY } from './worlds.ts';

const warning = (kind: 'crossed' | 'poll-failed' | 'stale', detail = 'x') =>
  ({ type: 'market-warning', symbol: 'BTC/EUR', kind, detail }) as const;

it('a gap goes from the last book before a warning to the next one, under the name of the first warning', () => {
  const notes = new GapNotes();
  notes.warning(warning('poll-failed', 'before the first book nothing is missing'));
  expect(notes.book('BTC/EUR', DAY)).toBeUndefined();
  notes.warning(warning('stale'));
  expect(notes.open).toEqual([]);
  notes.warning(warning('crossed', 'bid 2 at ask 1'));
  notes.warning(warning('poll-failed'));
  expect(notes.open).toEqual(['BTC/EUR']);
  expect(notes.book('BTC/EUR', DAY + 500)).toEqual({ from: DAY, to: DAY + 500, reason: 'withheld', detail: 'crossed: bid 2 at ask 1' });
  expect(notes.book('BTC/EUR', DAY + 600)).toBeUndefined();
});
