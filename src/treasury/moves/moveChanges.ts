import type { Clock } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import type { TellNews } from '../../base/tellNews.ts';
import type { AuditNote } from '../../model/audit.ts';
import { isAutomatic } from '../../model/automaticPerson.ts';
import type { MoveRecord, MoveState, RowProgress } from '../../model/move.ts';
import { isFinalRow, moveStateOf, WAITS_WITHIN_MS } from '../../model/moveState.ts';
import type { MoveChange } from '../../store/moveLog.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import type { MoveDecision, MovePolicy } from './moveDecision.ts';
import { moveEvent, moveWaits } from './moveEvent.ts';
import { awaitsApproval, moveNews } from './moveName.ts';
import { type Settlement, settledRow } from './settlement.ts';

export interface MoveChangesOptions {
  readonly store: TreasuryStore;
  readonly clock: Clock;
  readonly policy: MovePolicy;
  /** Tells a person. */
  readonly tell: TellNews;
}

/** What was sent after a backup was made is not known to what was restored from it, so that it could be sent a second time. */
const OF_BACKUP =
  'the treasury was restored from a backup since, or the journal of its account was rebuilt, and what is known here may be older than what was sent: look for its references at the venue before it is asked for anew';
/** Who has ended what was open in a backup. */
const HELD_BY = 'sluice restore';
/** How the evidence of a move begins that does not go on, before the reason. */
const WAITS = 'waits: ';

/** The changes of a move that are not asked for by a person. Each of them answers how the move stands afterwards. */
export class MoveChanges {
  readonly #options: MoveChangesOptions;

  constructor(options: MoveChangesOptions) {
    this.#options = options;
  }

  /** Approvals that were given under another policy, or before the move needed more, are void. */
  async decideAnew(
    move: MoveRecord,
    { verdict, version, rule, needs, why, expiresAfterMs = WAITS_WITHIN_MS }: MoveDecision,
    from: MoveState = 'approved',
  ): Promise<MoveRecord> {
    const { store, clock, tell } = this.#options;
    const now = clock.now();
    // Nobody has proved who asked for it, so nobody can be kept from approving it.
    const isUnproven = verdict === 'approve' && move.signedWith === undefined && !isAutomatic(move.initiator);
    const state = isUnproven ? 'refused' : verdict === 'allow' ? 'approved' : 'awaiting-approval';
    const change: MoveChange = {
      state,
      rule,
      needs,
      policyVersion: version,
      expiresAt: now + expiresAfterMs,
      evidence: isUnproven ? `it needs approval now, and ${move.initiator} has not signed it: ask anew with --key` : why.join('; '),
      voidsApprovals: true,
    };
    const note = noteOf(
      move,
      'sluice',
      'move.decided-anew',
      state,
      `rule ${rule} of policy ${version}, in place of ${move.rule} of ${move.policyVersion}`,
    );
    if (await store.moves.change(move.id, [from], change, now, note)) {
      if (state === 'awaiting-approval') tell(awaitsApproval(move, needs), moveEvent(move.id, state));
      if (state === 'refused') tell(moveNews(move, `is refused (${change.evidence})`), moveEvent(move.id, state));
    }
    return this.known(move.id);
  }

  /** What still waits is declined. */
  giveUp(move: MoveRecord, evidence: string): Promise<MoveRecord> {
    return this.keep(
      move,
      move.progress.map((row) => (row.state === 'waiting' ? { ...row, state: 'declined' as const, evidence } : row)),
    );
  }

  /** The same of a move of a backup: what still waits may have been sent since. */
  giveUpHeld(move: MoveRecord): Promise<MoveRecord> {
    return this.keep(move, this.#held(move, OF_BACKUP));
  }

  /** What a move of a backup comes to that is taken back; nothing of any other. */
  heldBy(move: MoveRecord, evidence: string): Pick<MoveChange, 'progress'> {
    return move.isOfBackup === true ? { progress: new Map(this.#held(move, evidence).entries()) } : {};
  }

  /** Nobody knows whether it was sent: it counts against limits as what left now, and proves nothing. */
  #held({ progress }: MoveRecord, evidence: string): readonly RowProgress[] {
    const ended = { state: 'declined', sentAt: this.#options.clock.now(), evidence, settledBy: HELD_BY } as const;
    return progress.map((row) => (row.state === 'waiting' ? { ...row, ...ended } : row));
  }

  /** Writes down what has changed. A row that has come to its end stays as it is. */
  async keep(move: MoveRecord, looked: readonly RowProgress[]): Promise<MoveRecord> {
    const { store, clock, tell } = this.#options;
    const progress = looked.map((row, place) => (isFinalRow(move.progress[place]!) ? move.progress[place]! : row));
    const changed = new Map([...progress.entries()].filter(([place, row]) => !isSame(row, move.progress[place]!)));
    const state = stateAfter(move.state, progress);
    if (changed.size === 0 && state === move.state) return move;
    const evidence = summaryOf(progress);
    const note = state === move.state ? undefined : noteOf(move, 'sluice', `move.${state}`, state, evidence);
    const kept = await store.moves.change(
      move.id,
      ['sending', 'sent', 'unknown'],
      { state, evidence, progress: changed },
      clock.now(),
      note,
    );
    if (kept && note !== undefined) tell(moveNews(move, `is ${state} (${evidence})`), moveEvent(move.id, state));
    return this.known(move.id);
  }

  /** Payments that had been declined are at the venue after all, or may be. From here on they are followed as any other. */
  async cameLate(move: MoveRecord, late: ReadonlyMap<number, RowProgress>): Promise<MoveRecord> {
    const { store, clock, tell } = this.#options;
    const progress = move.progress.map((row, place) => late.get(place) ?? row);
    const state = moveStateOf(progress);
    const evidence = `it was ${move.state}, and is at the venue after all: ${summaryOf(progress)}`;
    const note = noteOf(move, 'sluice', 'move.found-late', state, evidence);
    if (await store.moves.change(move.id, [move.state], { state, evidence, progress: late }, clock.now(), note))
      tell(moveNews(move, `is ${state} (${evidence})`), { ...moveEvent(move.id, state), level: 'error' });
    return this.known(move.id);
  }

  /** A person says what became of a payment. */
  async settle(move: MoveRecord, settlement: Settlement): Promise<MoveRecord> {
    const { store, clock, tell } = this.#options;
    const { row, person, signed, state: found } = settlement;
    const settled = settledRow(move, settlement);
    const progress = move.progress.with(row - 1, settled);
    const state = stateAfter(move.state, progress);
    const evidence = `row ${row} is ${found}: ${settled.evidence ?? ''}; ${signed.key} ${signed.signature}`;
    const note = noteOf(move, person, 'move.settled', state, evidence);
    const change: MoveChange = { state, evidence: summaryOf(progress), progress: new Map([[row - 1, settled]]) };
    if (!(await store.moves.change(move.id, [move.state], change, clock.now(), note)))
      throw new Fault('refused', `${move.id} has just changed: look again`, { outcome: 'not-sent' });
    if (state !== move.state) tell(moveNews(move, `is ${state} (row ${row} is ${found}, as ${person} says)`), moveEvent(move.id, state));
    return this.known(move.id);
  }

  /** Lets a move go whose approvals are all there. */
  async settleApprovals(move: MoveRecord): Promise<void> {
    const { store, policy, clock, tell } = this.#options;
    const approvals = await store.moves.approvals(move.id);
    if (!(await policy.isApproved(move, approvals))) return;
    const who = approvals.map(({ person }) => person).join(' and ');
    const note = noteOf(move, 'sluice', 'move.approved', 'approved', `by ${who}`);
    const change: MoveChange = { state: 'approved', evidence: `approved by ${who}` };
    if (await store.moves.change(move.id, ['awaiting-approval'], change, clock.now(), note))
      tell(moveNews(move, `is approved by ${who}`), moveEvent(move.id, 'approved'));
  }

  /** Its time has passed. */
  async expire(move: MoveRecord): Promise<MoveRecord> {
    const { store, clock, tell } = this.#options;
    const since = isoOf(move.expiresAt ?? move.createdAt + WAITS_WITHIN_MS);
    const evidence = `${move.state === 'approved' ? 'it could not be sent' : 'its approvals were not there'} by ${since}`;
    const note = noteOf(move, 'sluice', 'move.expired', 'expired', evidence);
    if (await store.moves.change(move.id, [move.state], { state: 'expired', evidence }, clock.now(), note))
      tell(moveNews(move, `is expired (${evidence})`), moveEvent(move.id, 'expired'));
    return this.known(move.id);
  }

  /** Nothing of a move of a backup was sent, as far as is known here. */
  async takeBack(move: MoveRecord): Promise<MoveRecord> {
    const { store, clock, tell } = this.#options;
    const note = noteOf(move, 'sluice', 'move.canceled', 'canceled', OF_BACKUP);
    const change: MoveChange = { state: 'canceled', evidence: OF_BACKUP, ...this.heldBy(move, OF_BACKUP) };
    if (await store.moves.change(move.id, [move.state], change, clock.now(), note))
      tell(moveNews(move, `is canceled (${OF_BACKUP})`), { ...moveEvent(move.id, 'canceled'), level: 'warn' });
    return this.known(move.id);
  }

  /** Tells of one that waits for people or for something else, or that is unknown. */
  tellOpen(move: MoveRecord): void {
    const { id, state, needs, evidence = '' } = move;
    if (evidence.startsWith(WAITS)) this.#options.tell(moveNews(move, evidence), moveWaits(id));
    if (state === 'awaiting-approval') this.#options.tell(awaitsApproval(move, needs), moveEvent(id, state));
    if (state === 'unknown') this.#options.tell(moveNews(move, `is unknown (${evidence})`), moveEvent(id, state));
  }

  /** Says why a move does not go on. It is tried again in the next round. */
  async waits(move: MoveRecord, why: string): Promise<MoveRecord> {
    const evidence = `${WAITS}${why}`;
    if (move.evidence === evidence) return move;
    await this.#options.store.moves.explain(move.id, evidence);
    this.#options.tell(moveNews(move, evidence), moveWaits(move.id));
    return this.known(move.id);
  }

  /** Rejects with `not-found` when there is no such move. */
  async known(id: string): Promise<MoveRecord> {
    const move = await this.#options.store.moves.get(id);
    if (move === undefined) throw new Fault('not-found', `there is no move ${id}`, { suggestion: '`sluice treasury list` shows them' });
    return move;
  }
}

/** What turns out never to have been sent is decided on anew, and may be taken back. */
function stateAfter(before: MoveState, progress: readonly RowProgress[]): MoveState {
  const state = moveStateOf(progress);
  const isUntouched = progress.every((row) => row.state === 'waiting' || row.state === 'declined');
  return before === 'unknown' && state === 'sending' && isUntouched ? 'approved' : state;
}

export function noteOf({ id, state }: MoveRecord, who: string, what: string, after: MoveState, evidence: string): AuditNote {
  return { who, what, subject: id, before: state, after, evidence };
}

function isSame(a: RowProgress, b: RowProgress): boolean {
  const isSameFee = a.fee === undefined || b.fee === undefined ? a.fee === b.fee : a.fee.eq(b.fee);
  return isSameFee && a.state === b.state && a.venueId === b.venueId && a.sentAt === b.sentAt && a.evidence === b.evidence;
}

/** How many rows are in each state; of a single one, its own words. */
function summaryOf(progress: readonly RowProgress[]): string {
  if (progress.length === 1) return progress[0]!.evidence ?? progress[0]!.state;
  const counts = new Map<string, number>();
  for (const { state } of progress) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}

/** What kept it back last, which its evidence says while it waits. */
export function whyItWaits({ evidence = '' }: MoveRecord): string {
  return evidence.startsWith(WAITS) ? `; ${evidence.slice(WAITS.length)}` : '';
}
