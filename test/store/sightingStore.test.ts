import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { Sighting } from '../../src/model/sighting.ts';
import { IN_MEMORY } from '../../src/store/openDatabase.ts';
import { openSightings } from '../../src/store/sightingStore.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-sightings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clock = new VirtualClock(0);
const first: Sighting = {
  kind: 'payment',
  id: 'p-1',
  seenAt: 1000,
  status: 'Pending',
  reason: undefined,
  amount: dec('0.1'),
  currency: 'USDT',
  transaction: undefined,
};

describe('what was seen of payments', () => {
  it('may be read by its owner alone', async () => {
    const path = join(folder, 'mode.sqlite');
    await (await openSightings(path, clock)).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('may be opened for the first time by several at once', async () => {
    for (let round = 0; round < 10; round++) {
      const path = join(folder, `first-${round}.sqlite`);
      const stores = await Promise.all([1, 2, 3].map(() => openSightings(path, systemClock)));
      await Promise.all(stores.map((store, i) => store.see([{ ...first, id: `p-${i}` }])));
      expect((await stores[0]!.all('payment')).size).toBe(3);
      await Promise.all(stores.map((store) => store.close()));
    }
  });

  it('makes no file where it is kept in memory', async () => {
    await (await openSightings(IN_MEMORY, clock)).close();
    expect(existsSync(IN_MEMORY)).toBe(false);
  });

  it('keeps only what differs from the last time, with all digits, over restarts', async () => {
    const path = join(folder, 'a.sqlite');
    const store = await openSightings(path, clock);
    await store.see([first, { ...first, seenAt: 2000 }]);
    const paid = { ...first, seenAt: 3000, status: 'Completed', amount: dec('120.000000000000000001'), transaction: 'h' };
    await store.see([paid]);
    await store.see([
      { ...paid, seenAt: 4000 },
      { ...first, id: 'p-2' },
    ]);
    await store.close();
    const again = await openSightings(path, clock);
    expect(await again.of('payment', 'p-1')).toEqual([first, paid]);
    expect([...(await again.all('payment')).keys()]).toEqual(['p-1', 'p-2']);
    expect(await again.all('fiat-deposit')).toEqual(new Map());
    await again.close();
  });

  it('may be written by two commands at a time', async () => {
    const path = join(folder, 'b.sqlite');
    const stores = [await openSightings(path, clock), await openSightings(path, clock)] as const;
    await Promise.all(stores.flatMap((store, i) => [store.see([{ ...first, id: `p-${i}` }]), store.see([first])]));
    const seen = await stores[0].all('payment');
    expect(['p-0', 'p-1'].map((id) => seen.get(id)?.length)).toEqual([1, 1]);
    for (const store of stores) await store.close();
  });
});
