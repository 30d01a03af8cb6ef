import { expect, it } from 'vitest';
import { resolverStatus } from '../../src/daemon/resolverStatus.ts';
import type { Resolution, Unresolved } from '../../src/gateway/resolver.ts';

const DOUBT: Unresolved = {
  id: '01K9',
  kind: 'place',
  lane: 'spot:BTC/EUR',
  strategy: 'btc-maker',
  state: 'unknown',
  since: 1_763_819_462_000,
  waitsFor: 'lists that show all that is known',
  look: undefined,
};
const RESOLUTION: Resolution = { visibleMs: 3000, staleMs: 2000, orders: 12, notPlacedAfterMs: 20_000, unresolved: [DOUBT] };

it('says how old the lists are, and what waits since when', () => {
  const told = resolverStatus({ ...RESOLUTION, listsReadAt: 1_763_819_461_500 }, 1_763_819_462_000, 6000);
  expect(told).toMatchObject({
    visibleMs: 3000,
    listsAgeMs: 500,
    listsOldAfterMs: 6000,
    unresolved: [{ id: '01K9', since: '2025-11-22T13:51:02.000Z' }],
  });
  expect(told!.unresolved[0]).not.toHaveProperty('look');
});

it('knows no age before the lists were read, and nothing where there is no resolver', () => {
  expect(resolverStatus(RESOLUTION, 0, 6000)?.listsAgeMs).toBeUndefined();
  expect(resolverStatus(undefined, 0, 6000)).toBeUndefined();
});
