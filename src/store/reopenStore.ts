import { Fault } from '../base/fault.ts';
import { ownDatabase } from './ownLife.ts';
import type { CopyStoreOptions } from './copyStore.ts';
import { migrate } from './migrate.ts';
import { readStanding, setStanding, type Standing } from './standing.ts';
import { shownPlace, type StorePlace } from './storePlace.ts';

export interface ReopenStoreOptions extends Pick<CopyStoreOptions, 'store'> {
  readonly place: StorePlace;
}

/**
 * Makes the store that there was before its move the live one again, for when the other is lost. What happened in the other is not in it, so that
 * it is refused (`journal-incomplete`) until a recovery. Returns where it had moved to, and when. Rejects with `store` where it has not moved.
 */
export async function reopenStore({ store, place }: ReopenStoreOptions): Promise<Standing> {
  const { clock, migrations } = store;
  const lock = await store.take(place);
  try {
    const { database, file, release } = await ownDatabase({ ...place, clock });
    try {
      const standing = await readStanding(database);
      if (standing?.state !== 'moved') throw hasNotMoved(place);
      await migrate(database, migrations, { path: file, clock });
      await setStanding(database, { ...standing, state: 'reopened' });
      return standing;
    } finally {
      await database.close();
      await release();
    }
  } finally {
    await lock.release();
  }
}

function hasNotMoved(place: StorePlace): Fault {
  return new Fault('store', `${shownPlace(place)} is not a store that has moved away; nothing was changed`, {
    suggestion: '`sluice store copy` moves one, and says how to go back',
  });
}
