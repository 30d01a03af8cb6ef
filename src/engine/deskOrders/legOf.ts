import type { DeskOrder, Leg } from './deskOrder.ts';

/** The leg that has placed an order, by the intent that placed it. Undefined where none has, or where its id is not kept any more. */
export function legOf(intentId: string | undefined, kept: readonly DeskOrder[]): Leg | undefined {
  if (intentId === undefined) return undefined;
  for (const { legs } of kept) {
    const leg = legs.find(({ childIds }) => childIds.includes(intentId));
    if (leg !== undefined) return leg;
  }
  return undefined;
}
