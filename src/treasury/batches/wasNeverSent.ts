import type { MoveRecord } from '../../model/move.ts';
import { isOpenMove } from '../../model/moveState.ts';

/**
 * Whether it is proven that nothing was paid for a row of a move: the venue has declined it, or has never had it. A row that waits was not
 * sent once its move is over. Nothing is proven of an unknown one, nor by a person's word. Where the move was open in a backup from which the treasury was restored,
 * only the venue's own word is proof, and it has a time at which the row was sent.
 */
export function wasNeverSent({ state, progress, isOfBackup = false }: MoveRecord, place: number): boolean {
  const { state: row, sentAt, settledBy } = progress[place]!;
  if (row === 'declined') return settledBy === undefined && (!isOfBackup || sentAt !== undefined);
  return row === 'not-sent' || (row === 'waiting' && !isOpenMove(state) && !isOfBackup);
}
