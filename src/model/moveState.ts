import { DAY_MS } from '../base/instant.ts';
import type { MoveState, RowProgress, RowState } from './move.ts';

/** The states in which a move may still change. */
export const OPEN_MOVES: readonly MoveState[] = ['awaiting-approval', 'approved', 'sending', 'sent', 'unknown'];

/** Whether a move may still change. */
export function isOpenMove(state: string): boolean {
  return (OPEN_MOVES as readonly string[]).includes(state);
}

/** Whether a payment has come to its end: only one that is found late, after it was taken for not done, changes again. */
export function isFinalRow({ state }: Pick<RowProgress, 'state'>): boolean {
  return state === 'completed' || state === 'declined';
}

/** How long a move may wait for its time when it needs no approval. */
export const WAITS_WITHIN_MS = DAY_MS;

/** Where a move stands that was let go, by where its rows stand. What nobody knows comes first, then what is still to be done. */
export function moveStateOf(progress: readonly Pick<RowProgress, 'state'>[]): MoveState {
  const has = (...states: readonly RowState[]): boolean => progress.some(({ state }) => states.includes(state));
  if (has('unknown')) return 'unknown';
  if (has('waiting', 'sending')) return 'sending';
  if (has('sent')) return 'sent';
  if (!has('completed')) return 'declined';
  return has('declined', 'not-sent') ? 'partly-completed' : 'completed';
}
