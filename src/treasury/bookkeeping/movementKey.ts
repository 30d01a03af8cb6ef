import type { LedgerMovement } from '../../model/ledger.ts';

/** By which a movement is known in the books: its cause and its id at the venue, such as `deposit crypto 17`. */
export function movementKey({ cause, id }: Pick<LedgerMovement, 'cause' | 'id'>): string {
  return `${cause} ${id}`;
}
