import type { MoveRecord } from '../../model/move.ts';
import { isOpenMove } from '../../model/moveState.ts';

/**
 * Whether it is proven that nothing was paid for a row of a move: the venue has declined it, or has never had it. A row that waits was not
 * sent once its move is over. Of an unknown one nothing is proven.
 */
export function wasNeverSent({ state, progress }: MoveRecord, place: number): boolean {
  const row = progress[place]!.state;
  return row === 'declined' || row === 'not-sent' || (row === 'waiting' && !isOpenMove(state));
}
