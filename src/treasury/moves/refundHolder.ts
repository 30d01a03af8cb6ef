import type { MoveRecord } from '../../model/move.ts';
import { isByLink } from './refundLinks.ts';

/**
 * The refund that a payment was refunded by, of all moves that refund it. The venue shows that a payment was refunded, and not by what, and it refunds
 * each once: so it proves one move. That is the one that has completed, else the one that was sent last, since the venue takes no other
 * while one is under way. A link that was let go may never have been claimed, and comes after what was sent.
 */
export function refundHolder(moves: readonly MoveRecord[]): MoveRecord | undefined {
  const rank = ({ rows: [row], progress: [progress] }: MoveRecord): number =>
    progress!.state === 'completed' ? 0 : progress!.state !== 'sent' ? Infinity : isByLink(row!) ? 2 : 1;
  const sentAt = ({ progress: [progress] }: MoveRecord): number => progress!.sentAt ?? 0;
  return moves
    .filter((move) => rank(move) < Infinity)
    .toSorted((a, b) => rank(a) - rank(b) || sentAt(b) - sentAt(a) || (a.id < b.id ? 1 : -1))[0];
}
