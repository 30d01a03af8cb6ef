import type { Clock } from '../base/clock.ts';
import type { AccountSeal } from './accountSeal.ts';
import type { Admit } from './ownLife.ts';
import { readDatabase } from './readDatabase.ts';
import { assertLive } from './standing.ts';
import type { StorePlace } from './storePlace.ts';

export interface WitnessedStore extends StorePlace {
  readonly seal: AccountSeal;
  readonly clock: Clock;
  /** Rejects with what keeps this machine from ever owning it. */
  readonly admit?: Admit | undefined;
}

/**
 * Seals on this machine how far a store has got that another machine owns. Whoever takes it over here then notices when it has lost its end
 * meanwhile, as when its server was set back to a backup. Rejects where it can't be read, or is not as the seal knows it; the seal then stays.
 */
export async function witnessStore({ path, server, seal, clock, admit }: WitnessedStore): Promise<void> {
  try {
    const database = await readDatabase({ path, server, clock });
    try {
      await assertLive(database, { path, server });
      await admit?.(database);
      await seal.witness(database);
    } finally {
      await database.close();
    }
  } finally {
    seal.close();
  }
}
