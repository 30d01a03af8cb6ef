import type { MoveState, RowProgress, RowState } from './move.ts';

/** The states in which a move may still change. */
export const OPEN_MOVES: readonly MoveState[] = ['awaiting-approval', 'approved', 'sending', 'sent', 'unknown'];

/** Where a move stands that was let go, by where its rows stand. What nobody knows comes first, then what is still to be done. */
export function moveStateOf(progress: readonly Pick<RowProgress, 'state'>[]): MoveState {
  const has = (...states: readonly RowState[]): boolean => progress.some(({ state }) => states.includes(state));
  if (has('unknown')) return 'unknown';
  if (has('waiting', 'sending')) return 'sending';
  if (has('sent')) return 'sent';
  if (!has('completed')) return 'declined';
  return has('declined', 'not-sent') ? 'partly-completed' : 'completed';
}
