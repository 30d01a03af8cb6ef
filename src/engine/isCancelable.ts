import type { EngineOrder } from './market.ts';

/**
 * Whether an order is at the venue and nothing but a cancel of it is on its way, as far as that is known. The proof of what came of a replacement may
 * take long, and whatever it is, a cancel takes risk away. `Dealing.cancel` repeats what was lost.
 */
export function isCancelable({ state, isReplacing, isReplaceUnknown }: EngineOrder): boolean {
  return state === 'open' && (!isReplacing || isReplaceUnknown);
}
