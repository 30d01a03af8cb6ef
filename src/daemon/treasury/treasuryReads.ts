import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { entryReport, type EntryReport } from '../../treasury/book/entryReport.ts';
import { moveReport, type MoveReport } from '../../treasury/moves/moveReport.ts';
import { type PolicyReport, policyReport } from './publishPolicy.ts';

/** What the treasury's store answers by itself: whoever may read it can ask, beside the process that owns it and beside a daemon that trades. */
export interface TreasuryReads {
  /** Newest first. With `onlyOpen` those that may still change, however many came after them. */
  moves(limit: number, onlyOpen?: boolean): Promise<readonly MoveReport[]>;
  move(id: string): Promise<MoveReport>;
  /** Those that were not removed, and with `all` the others too. */
  entries(all: boolean): Promise<readonly EntryReport[]>;
  /** The policy in force. Null when there is none. */
  policy(): Promise<PolicyReport | null>;
}

const MOST_LISTED = 10_000;

export function treasuryReads(store: TreasuryStore, clock: Pick<Clock, 'now'>): TreasuryReads {
  return {
    async moves(limit, onlyOpen = false) {
      const most = Math.min(limit, MOST_LISTED);
      const moves = onlyOpen ? (await store.moves.open()).toReversed().slice(0, most) : await store.moves.since(0, most);
      return Promise.all(moves.map(async (move) => moveReport(move, await store.moves.approvals(move.id))));
    },
    async move(id) {
      const move = await store.moves.get(id);
      if (move === undefined) throw noMove(id);
      return moveReport(move, await store.moves.approvals(id));
    },
    async entries(all) {
      const entries = await store.book.entries();
      return entries.filter(({ removedAt }) => all || removedAt === undefined).map((entry) => entryReport(entry, clock.now()));
    },
    policy: async () => policyReport(await store.policies.versions(), clock.now()),
  };
}

export function noMove(id: string): Fault {
  return new Fault('not-found', `there is no move ${id}`, { suggestion: '`sluice treasury list` shows them' });
}
