import type { Leg } from './deskOrder.ts';
import { type Hands, wait, waitABit } from './hands.ts';

/**
 * What the end of its last order means. What was refused makes it wait, longer each time. A take-profit or a worked order of which a
 * person has canceled an order by its id is over. Any other cancel, by a halt or a protection for instance, is none of the exit's, which goes on when it may.
 */
export function noteEnd(exit: Leg, { state }: Hands): void {
  const { childEnd, kind, order } = exit;
  if (childEnd === undefined || exit.children.length > 0) return;
  exit.childEnd = undefined;
  if (childEnd === 'filled' || childEnd === 'canceled') exit.failures = 0;
  if (childEnd === 'canceled' && exit.isLetGo && (kind === 'take-profit' || order.work !== undefined)) exit.end = 'canceled';
  else if (childEnd === 'refused') wait(exit, state.now);
  else if (childEnd !== 'filled' && !exit.isCanceling) waitABit(exit, state.now);
  order.isQuiet = false;
}
