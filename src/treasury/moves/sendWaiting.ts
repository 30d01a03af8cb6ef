import type { TellNews } from '../../base/tellNews.ts';
import type { MoveRecord } from '../../model/move.ts';
import { moveEvent } from './moveEvent.ts';
import { moveNews } from './moveName.ts';

/** Advances a move once, and goes on as long as something of it has left: there is nothing to wait for between two drafts. Tells of each. */
export async function sendWaiting(before: MoveRecord, advance: (id: string) => Promise<MoveRecord>, tell: TellNews): Promise<void> {
  let waiting = waitingIn(before);
  for (;;) {
    const move = await advance(before.id);
    const left = waitingIn(move);
    if (move.state !== 'sending' || left >= waiting) return;
    tell(moveNews(move, `is being sent (${move.rows.length - left} of ${move.rows.length} payments)`), moveEvent(move.id, 'sending'));
    waiting = left;
  }
}

function waitingIn({ progress }: MoveRecord): number {
  return progress.filter(({ state }) => state === 'waiting').length;
}
