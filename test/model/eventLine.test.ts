import { expect, it } from 'vitest';
import { type EventLine, isAskedFor, levelsFrom, LINE_LEVELS } from '../../src/model/eventLine.ts';

const LINE: EventLine = { id: 7, at: 1000, level: 'warn', event: 'refused', strategy: 'maker', symbol: 'BTC/EUR', text: 'too much' };

it('a line is asked for when nothing about it is left out by what was asked', () => {
  expect(isAskedFor(LINE, {})).toBe(true);
  const same = {
    after: 6,
    before: 8,
    from: 1000,
    to: 1001,
    kinds: ['fill', 'refused'],
    level: 'info',
    strategy: 'maker',
    symbol: 'BTC/EUR',
  } as const;
  expect(isAskedFor(LINE, same)).toBe(true);
  const others = [
    { after: 7 },
    { before: 7 },
    { from: 1001 },
    { to: 1000 },
    { kinds: ['fill'] },
    { strategy: 'grid' },
    { symbol: 'ETH/EUR' },
  ];
  expect(others.filter((filter) => isAskedFor(LINE, filter))).toEqual([]);
  expect(isAskedFor(LINE, { level: 'error' })).toBe(false);
});

it('a level stands for itself and for those that matter more', () => {
  expect(levelsFrom('info')).toEqual(LINE_LEVELS);
  expect(levelsFrom('error')).toEqual(['error', 'fatal']);
});
