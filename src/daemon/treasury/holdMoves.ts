import type { Clock } from '../../base/clock.ts';
import type { InterfaceName } from '../../contract/operation.ts';
import { MOVE_KINDS } from '../../model/move.ts';
import { isStoreThere } from '../../store/isStoreThere.ts';
import type { StorePlace } from '../../store/storePlace.ts';
import { isDamage } from '../../store/storeFault.ts';
import { openTreasuryStore, type TreasuryStore } from '../../store/treasuryStore.ts';
import { interfaceOf } from '../../treasury/moves/interfaceOf.ts';

/**
 * Marks the moves of an interface that are open in a treasury, so that nothing more is sent of them. Answers how
 * many there are: none of one that is damaged, since that sends nothing before its own recovery. Rejects with `daemon-running` while a
 * treasury runs.
 */
export async function holdMoves(place: StorePlace, clock: Clock, name: InterfaceName, evidence: string): Promise<number> {
  if (!(await isStoreThere(place, clock))) return 0;
  const store = await openUnlessDamaged(place, clock);
  if (store === undefined) return 0;
  try {
    const kinds = MOVE_KINDS.filter((kind) => interfaceOf(kind) === name);
    return await store.holdOpen(kinds, clock.now(), evidence);
  } finally {
    await store.close();
  }
}

async function openUnlessDamaged(place: StorePlace, clock: Clock): Promise<TreasuryStore | undefined> {
  try {
    return await openTreasuryStore({ ...place, clock });
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}
