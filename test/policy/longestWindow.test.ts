import { expect, it } from 'vitest';
import { HOUR_MS } from '../../src/base/instant.ts';
import { hasLifetimeWindow, longestWindow } from '../../src/policy/longestWindow.ts';
import { allowing } from './room.ts';

it.each([
  ['{ currency: EUR }', 0, false],
  ['{ window: [{ last: 1h, atMost: 1 EUR }, { last: 24h, atMost: 9 EUR }] }', 24 * HOUR_MS, false],
  ['{ window: [{ last: lifetime, atMost: 9 EUR }] }', 0, true],
  ['{ window: [{ last: lifetime, atMost: 9 EUR }, { last: 2h, above: 1 EUR }] }', 2 * HOUR_MS, true],
])('%s: %i ms back, and all that ever left: %s', (conditions, longest, isAll) => {
  const policy = allowing(conditions);
  expect([longestWindow(policy), hasLifetimeWindow(policy)]).toEqual([longest, isAll]);
});
