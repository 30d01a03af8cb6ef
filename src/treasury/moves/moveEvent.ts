import type { News } from '../../base/tellNews.ts';
import type { MoveState } from '../../model/move.ts';

const LEVELS: Readonly<Record<MoveState, News['level']>> = {
  'awaiting-approval': 'warn',
  approved: 'info',
  refused: 'warn',
  canceled: 'info',
  expired: 'warn',
  sending: 'info',
  sent: 'info',
  unknown: 'error',
  completed: 'info',
  'partly-completed': 'warn',
  declined: 'warn',
};

/** States in which a move stays until somebody does something, or somebody finds it. */
const LASTS: ReadonlySet<MoveState> = new Set(['awaiting-approval', 'unknown']);

/** How it is told that a move is in this state. What waits for a person and what is unknown lasts until the next one. */
export function moveEvent(id: string, state: MoveState): News {
  const incident = [`move ${id}`];
  return { level: LEVELS[state], event: `move-${state}`, ...(LASTS.has(state) ? { begins: incident } : { ends: incident }) };
}

/** How it is told that a move does not go on, and is tried again. */
export function moveWaits(id: string): News {
  return { level: 'warn', event: 'move-waits', begins: [`move ${id}`] };
}
