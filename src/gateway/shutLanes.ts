import { type Intent, shutsTrading } from '../model/intent.ts';

/**
 * The lanes that take no new risk, since nobody can say what came of intents of theirs. Beside some new orders a lane may go on, as they are
 * told apart by their amounts. A replacement and a conversion shut it, and so does what could not be settled in a quarter of an hour.
 */
export function shutLanes(unresolved: readonly Intent[], unknownPerLane: number): ReadonlySet<string> {
  const shut = new Set<string>();
  const orders = new Map<string, number>();
  for (const { lane, kind, state } of unresolved.filter(shutsTrading)) {
    const count = (orders.get(lane) ?? 0) + 1;
    orders.set(lane, count);
    if (kind !== 'place' || state === 'quarantined' || count >= unknownPerLane) shut.add(lane);
  }
  return shut;
}
