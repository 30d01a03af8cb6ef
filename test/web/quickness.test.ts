import { expect, it } from 'vitest';
import { quickness } from '../../web/pure/quickness.ts';
import { toldStatus } from './toldStatus.ts';

const RESOLVER = { visibleMs: 3000, staleMs: 2000, orders: 12, notPlacedAfterMs: 20_000, listsOldAfterMs: 6000, unresolved: [] };

it('says how quick the venue, the disk and the lists are', () => {
  const times = { answerMedianMs: 84.2, answerP99Ms: 1212, commitP99Ms: 1.38 };
  expect(quickness(toldStatus({ times, resolver: RESOLVER }))).toEqual([
    ['Answer, median / p99', '84 ms / 1.2 s'],
    ['Journal commit, p99', '1.4 ms'],
    ['Orders visible within', '3.0 s'],
  ]);
});

it('leaves out what was not measured', () => {
  expect(quickness(toldStatus())).toEqual([]);
  expect(quickness(toldStatus({ resolver: RESOLVER })).map(([name]) => name)).toEqual(['Orders visible within']);
});
