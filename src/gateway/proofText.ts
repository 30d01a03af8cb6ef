import { counted } from '../base/counted.ts';
import { durationText, type Instant, isoOf } from '../base/instant.ts';

/** What the last reading has shown beside an order that it lacks. */
interface Seen {
  readonly openOrders: number;
  readonly isAlive: boolean;
  readonly quietUntil: Instant;
}

/** On what ground it is said that nothing came of a request, so long after nobody waited for its answer any more. */
export function proofText(rounds: number, afterMs: number, { openOrders, isAlive, quietUntil }: Seen): string {
  const list = `the list of open orders had ${openOrders === 0 ? 'none' : counted(openOrders, 'order')}`;
  const alive = isAlive ? 'the lists show what came after it' : `nothing came after it until ${isoOf(quietUntil)}`;
  const after = `${durationText(afterMs)} after its answer was given up`;
  return `${rounds} complete rounds of the lists show nothing of it, ${after}: ${list}, ${alive}, the balances leave no room for it, and the venue takes it no more`;
}
