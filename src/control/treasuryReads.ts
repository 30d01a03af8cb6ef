import type { Decimal } from '../base/decimal.ts';
import { isFault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { treasuryPlace, treasurySocket } from '../daemon/treasury/treasuryPaths.ts';
import { valueIn } from '../daemon/treasury/valueIn.ts';
import { isStoreThere } from '../store/isStoreThere.ts';
import { shownPlace } from '../store/storePlace.ts';
import { storeOwner } from '../store/storeOwner.ts';
import { openTreasuryStore } from '../store/treasuryStore.ts';
import type { TreasuryView } from './contract/treasuryView.ts';
import { isListening } from './isListening.ts';
import { treasuryView } from './treasuryView.ts';

/**
 * The treasury beside a daemon. Its database is opened to be read and nothing else, and its socket is asked nothing: from here nothing can be
 * moved, approved or changed.
 */
export async function treasuryReads({ state, settings, trader }: Pick<Daemon, 'state' | 'settings' | 'trader'>): Promise<TreasuryView> {
  const place = treasuryPlace(state, settings);
  const { path, server } = place;
  const nothing = {
    folder: server === undefined ? state : shownPlace(place),
    isThere: false,
    isServed: false,
    trouble: undefined,
    ...NOTHING,
  };
  let isServed = false;
  const mids = new Map(trader.snapshot().markets.flatMap(({ symbol, mid }) => (mid === undefined ? [] : [[symbol, mid]])));
  const value = (currency: string, amount: Decimal, into: string): Decimal | undefined => valueIn(mids, currency, amount, into);
  try {
    if (!(await isStoreThere(place, systemClock))) return nothing;
    isServed =
      server === undefined ? await isListening(treasurySocket(state)) : (await storeOwner(server, path, systemClock)) !== undefined;
    const store = await openTreasuryStore({ ...place, clock: systemClock, access: 'read' });
    try {
      return { ...nothing, isThere: true, isServed, ...(await treasuryView(store, systemClock.now(), value)) };
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!isFault(error) || error.code === 'internal') throw error;
    return { ...nothing, isThere: true, isServed, trouble: error.message };
  }
}

const NOTHING = { policy: undefined, open: [], ended: [], unlisted: 0, book: [], limits: [], audit: undefined } as const;
