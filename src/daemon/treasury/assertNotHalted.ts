import type { Clock } from '../../base/clock.ts';
import type { StateStore } from '../../model/journal.ts';
import { worstStop } from '../../engine/tradingStops.ts';
import { haltedFault } from '../haltedFault.ts';
import { assertNoKillFile } from '../killFile.ts';
import { savedStops } from '../savedTrading.ts';

export interface SavedTrading {
  /** The state of the account at the exchange. */
  readonly state: StateStore;
  readonly killFile: string;
  readonly clock: Clock;
}

/** A conversion trades, and so does what a person types: a halt of all trading keeps both back, as it was saved or as a file. Throws a `Fault` `halted`, `not-sent`. */
export async function assertNotHalted({ state, killFile, clock }: SavedTrading): Promise<void> {
  assertNoKillFile(killFile);
  const stop = worstStop((await savedStops(state, clock)).filter(({ scope }) => scope.of === 'all'));
  if (stop?.state === 'halted') throw haltedFault(stop);
}
