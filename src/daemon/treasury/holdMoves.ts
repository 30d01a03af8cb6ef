import { existsSync } from 'node:fs';
import type { Clock } from '../../base/clock.ts';
import type { InterfaceName } from '../../contract/operation.ts';
import { MOVE_KINDS } from '../../model/move.ts';
import { isDamage } from '../../store/storeFault.ts';
import { openTreasuryStore, type TreasuryStore } from '../../store/treasuryStore.ts';
import { interfaceOf } from '../../treasury/moves/interfaceOf.ts';
import { treasuryDatabase } from './treasuryPaths.ts';

/**
 * Marks the moves of an interface that are open in the treasury of a state directory, so that nothing more is sent of them. Answers how
 * many there are: none of one that is damaged, since that sends nothing before its own recovery. Rejects with `daemon-running` while a
 * treasury runs.
 */
export async function holdMoves(state: string, clock: Clock, name: InterfaceName, evidence: string): Promise<number> {
  const path = treasuryDatabase(state);
  if (!existsSync(path)) return 0;
  const store = await openUnlessDamaged(path, clock);
  if (store === undefined) return 0;
  try {
    const kinds = MOVE_KINDS.filter((kind) => interfaceOf(kind) === name);
    return await store.holdOpen(kinds, clock.now(), evidence);
  } finally {
    await store.close();
  }
}

async function openUnlessDamaged(path: string, clock: Clock): Promise<TreasuryStore | undefined> {
  try {
    return await openTreasuryStore({ path, clock });
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}
