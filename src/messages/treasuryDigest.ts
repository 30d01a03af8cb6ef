import { counted } from '../base/counted.ts';
import type { TreasuryStatus } from '../daemon/treasury/treasury.ts';
import type { MoveRecord } from '../model/move.ts';
import { moveName } from '../treasury/moves/moveName.ts';

export interface TreasuryDigest {
  readonly status: Pick<TreasuryStatus, 'venue' | 'policy'>;
  /** The moves that may still change, oldest first. */
  readonly open: readonly MoveRecord[];
  /** Why it does not do what it is there for. */
  readonly trouble: string | undefined;
}

const MOST_MOVES = 10;

/** How the treasury stands, in few lines: those of moves first that wait for somebody. */
export function treasuryDigest({ status: { venue, policy }, open, trouble }: TreasuryDigest): string {
  const by = policy === null ? 'without a policy: it moves nothing' : `policy ${policy.version}`;
  const waits = ({ state }: MoveRecord): boolean => state === 'unknown' || state === 'awaiting-approval';
  const shown = [...open.filter(waits), ...open.filter((move) => !waits(move))];
  return [
    `the treasury runs at ${venue}, ${by}; ${open.length === 0 ? 'no move is open' : `${counted(open.length, 'move')} open`}`,
    ...(trouble === undefined ? [] : [`it is not ready: ${trouble}`]),
    ...shown.slice(0, MOST_MOVES).map((move) => `${moveName(move)} is ${move.state}`),
    ...(shown.length > MOST_MOVES ? [`and ${shown.length - MOST_MOVES} more: \`sluice treasury list --open\``] : []),
  ].join('\n');
}
