import { expect, it } from 'vitest';
import type { Event } from '../../src/model/event.ts';
import { inWords } from '../../src/session/difference.ts';

it.each([
  [{ type: 'balances', rows: [{}] }, 'balances, 1 row'],
  [{ type: 'statistics', rows: [] }, 'statistics, 0 rows'],
  [{ type: 'pairs', pairs: [{}] }, 'pairs, 1 row'],
  [{ type: 'restored', sums: { positions: [{}] }, fills: [{}], orders: [{}] }, 'restored: 1 position, 1 fill, 1 order'],
  [{ type: 'restored', sums: undefined, fills: [], orders: [{}, {}] }, 'restored: 0 positions, 0 fills, 2 orders'],
])('an event is told with what it counts: %j', (event, words) => {
  expect(inWords(event as unknown as Event)).toBe(words);
});
