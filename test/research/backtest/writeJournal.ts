import { systemClock } from '../../../src/base/systemClock.ts';
import type { Store } from '../../../src/store/store.ts';
import { openStore } from '../../../src/store/store.ts';
import { boundOrder, newIntent, START } from '../../store/builders.ts';

/** Journals an order for each round trip, and answers it. The store stays open, as a daemon's does. */
export async function writeJournal(path: string, roundTripsMs: readonly number[]): Promise<Store> {
  const store = await openStore({ path, clock: systemClock });
  await addRequests(store, roundTripsMs);
  return store;
}

export async function addRequests({ journal }: Store, roundTripsMs: readonly number[], since = START): Promise<void> {
  for (const [i, ms] of roundTripsMs.entries()) {
    const id = `${since}-${i}`;
    const createdAt = since + i * 1000;
    await journal.begin(newIntent(id, { createdAt }));
    await journal.settle(id, { state: 'acknowledged', at: createdAt + ms, order: boundOrder(`order-${id}`, id) });
  }
}
