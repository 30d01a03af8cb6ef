import type { Instant } from '../../base/instant.ts';
import type { Move } from '../../model/move.ts';
import { canonicalMove, hashOf } from './canonicalMove.ts';
import type { SignedThing } from './signature.ts';

/** Something that people approve. */
export interface Subject extends SignedThing {
  /** For people: `move W-01J...`. */
  readonly name: string;
  /** Who asked for it, and so approves nothing of it. */
  readonly initiator: string;
  /** Until when it can be approved. Undefined where that has no end. */
  readonly expiresAt: Instant | undefined;
}

export function subjectOfMove(move: Move): Subject {
  const { id, initiator, expiresAt, policyVersion } = move;
  return { purpose: 'move approval', hash: hashOf(canonicalMove(move)), policyVersion, name: `move ${id}`, initiator, expiresAt };
}
