import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Approval } from '../model/approval.ts';
import type { AuditNote } from '../model/audit.ts';
import type { ApprovalNeed, MoveRecord, MoveState, RowProgress } from '../model/move.ts';
import { OPEN_MOVES } from '../model/moveState.ts';
import { audit } from './auditLog.ts';
import type { Session, SqlValue } from './connection.ts';
import type { Database } from './database.ts';
import { decimalText, optionalDecimalText } from './decimalText.ts';
import { OutflowKeeper, type OutflowLog } from './outflowLog.ts';
import { insertRows } from './insertRows.ts';
import { type MoveTableRow, progressOf, type ProgressTableRow, recordOf, rowValues, type RowTableRow } from './moveTables.ts';

/** What changes of a move. What is not named stays. */
export interface MoveChange {
  readonly state?: MoveState;
  readonly rule?: string;
  readonly needs?: readonly ApprovalNeed[];
  readonly evidence?: string;
  readonly policyVersion?: number;
  readonly expiresAt?: Instant;
  readonly account?: string;
  /** By place. */
  readonly progress?: ReadonlyMap<number, RowProgress>;
  /** Takes all approvals away: what they were given for holds no longer. */
  readonly voidsApprovals?: true;
}

/** The moves of the treasury. Each change and its row in the audit log are one transaction. */
export interface MoveLog extends OutflowLog {
  /** Adds a move. Rejects with `store` when one of its references was used before. */
  add(move: MoveRecord, at: Instant, note: AuditNote): Promise<void>;
  /** Changes a move that is in one of the states `from`. False when it is in another one by now; then nothing changes. */
  change(id: string, from: readonly MoveState[], change: MoveChange, at: Instant, note: AuditNote | undefined): Promise<boolean>;
  /** Says why a move does not go on, which changes nothing else. */
  explain(id: string, evidence: string): Promise<void>;
  get(id: string): Promise<MoveRecord | undefined>;
  /** The move that has a row with this reference. */
  withReference(reference: string): Promise<MoveRecord | undefined>;
  /** Those that may still change, oldest first. */
  open(): Promise<readonly MoveRecord[]>;
  /** Those that are declined, in whole or in part, and have changed from a time on, oldest first. */
  declined(since: Instant): Promise<readonly MoveRecord[]>;
  /** Made from a time on, newest first. */
  since(at: Instant, limit: number): Promise<readonly MoveRecord[]>;
  /**
   * Moves made from a time on that have a row with one of these references, or one of these amounts: all among which the same payment may be.
   * Newest first.
   */
  alike(since: Instant, references: readonly string[], amounts: readonly Decimal[]): Promise<readonly MoveRecord[]>;
  /** Moves that refund a payment, oldest first. */
  refundsOf(payment: string): Promise<readonly MoveRecord[]>;
  approvals(id: string): Promise<readonly Approval[]>;
  /** False when the person has approved before. */
  approve(id: string, approval: Approval, note: AuditNote): Promise<boolean>;
}

/** What holds for a move that may still change, in sql. */
export const IS_OPEN = `state IN (${OPEN_MOVES.map((state) => `'${state}'`).join(', ')})`;

const ALIKE = `created_at >= ? AND id IN (
  SELECT move_id FROM move_row WHERE reference IN (SELECT value FROM json_each(?))
  UNION SELECT move_id FROM move_row WHERE amount IN (SELECT value FROM json_each(?))
  UNION SELECT move_id FROM move_row WHERE fiat_amount IN (SELECT value FROM json_each(?))) ORDER BY created_at DESC, id DESC`;
const REFUNDS_OF = "kind = 'refund' AND id IN (SELECT move_id FROM move_row WHERE target = ?) ORDER BY created_at, id";
const ROW_COLUMNS =
  'move_id, place, reference, currency, amount, destination, entry, target, fiat_amount, fiat_currency, fee_mode, beneficiary, note, conversion, terms';

/** `isReader`: the database is another process's, and takes no transaction from here. What a reader asks for by time or id has whole rows. */
export function createMoveLog(database: Database, isReader = false): MoveLog {
  const outflows = new OutflowKeeper(database);
  const records = (where: string, ...values: SqlValue[]): Promise<readonly MoveRecord[]> =>
    isReader ? recordsOf(database, where, values) : database.transaction((session) => recordsOf(session, where, values));
  return {
    add: (move, at, note) =>
      database.transaction(async (session) => {
        await insert(session, move);
        await audit(session, at, note);
      }),
    change: (id, from, change, at, note) =>
      database.transaction(async (session) => {
        const known = await session.get<{ state: MoveState }>('SELECT state FROM move WHERE id = ?', id);
        if (known === undefined || !from.includes(known.state)) return false;
        await update(session, id, change, at);
        for (const { sentAt } of change.progress?.values() ?? []) outflows.changed(sentAt);
        if (note !== undefined) await audit(session, at, note);
        return true;
      }),
    explain: async (id, evidence) => void (await database.run('UPDATE move SET evidence = ? WHERE id = ?', evidence, id)),
    get: async (id) => (await records('id = ?', id))[0],
    withReference: async (reference) => (await records('id = (SELECT move_id FROM move_row WHERE reference = ?)', reference))[0],
    open: () => records(`${IS_OPEN} ORDER BY created_at, id`),
    declined: (since) => records("state IN ('declined', 'partly-completed') AND changed_at >= ? ORDER BY created_at, id", since),
    since: (at, limit) => records('created_at >= ? ORDER BY created_at DESC, id DESC LIMIT ?', at, limit),
    alike: (since, references, amounts) => {
      const texts = JSON.stringify(amounts.map((amount) => decimalText(amount, 'amount')));
      return records(ALIKE, since, JSON.stringify(references), texts, texts);
    },
    refundsOf: (payment) => records(REFUNDS_OF, payment),
    outflows: (since, now, except) => outflows.outflows(since, now, except),
    past: (until, except) => outflows.past(until, except),
    approvals: (id) =>
      database.all<Approval>(
        'SELECT person, public_key AS "key", signature, at FROM move_approval WHERE move_id = ? ORDER BY at, person',
        id,
      ),
    approve: (id, { person, key, signature, at }, note) =>
      database.transaction(async (session) => {
        const sql = 'INSERT INTO move_approval(move_id, person, public_key, signature, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
        if ((await session.run(sql, id, person, key, signature, at)) === 0) return false;
        await audit(session, at, note);
        return true;
      }),
  };
}

/** Moves with their rows, of however many of them in three statements. */
async function recordsOf(session: Session, where: string, values: readonly SqlValue[]): Promise<readonly MoveRecord[]> {
  const moves = await session.all<MoveTableRow>(`SELECT * FROM move WHERE ${where}`, ...values);
  if (moves.length === 0) return [];
  const mine = `move_id IN (SELECT id FROM move WHERE ${where}) ORDER BY move_id, place`;
  const rows = await session.all<RowTableRow & OfMove>(`SELECT * FROM move_row WHERE ${mine}`, ...values);
  const progress = await session.all<ProgressTableRow & OfMove>(`SELECT * FROM move_progress WHERE ${mine}`, ...values);
  const [rowsOf, progressesOf] = [Map.groupBy(rows, idOf), Map.groupBy(progress, idOf)];
  return moves.map((move) => recordOf(move, rowsOf.get(move.id) ?? [], (progressesOf.get(move.id) ?? []).map(progressOf)));
}

interface OfMove {
  readonly move_id: string;
}

function idOf({ move_id: id }: OfMove): string {
  return id;
}

async function insert(session: Session, move: MoveRecord): Promise<void> {
  const {
    id,
    kind,
    initiator,
    createdAt,
    policyVersion,
    expiresAt,
    state,
    rule,
    needs,
    evidence,
    changedAt,
    account,
    signedWith,
    rows,
    progress,
  } = move;
  const sql =
    'INSERT INTO move(id, kind, initiator, created_at, policy_version, expires_at, state, rule, evidence, changed_at, account, needs, signed_with)';
  const decided = [
    policyVersion,
    expiresAt ?? null,
    state,
    rule,
    evidence ?? null,
    changedAt,
    account ?? null,
    JSON.stringify(needs),
    signedWith ?? null,
  ] as const;
  await session.run(`${sql} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, id, kind, initiator, createdAt, ...decided);
  const values = rows.map((row, place) => [id, place, ...rowValues(row)]);
  await insertRows(session, `INSERT INTO move_row(${ROW_COLUMNS})`, values);
  await write(session, id, [...progress.entries()]);
}

async function update(session: Session, id: string, change: MoveChange, at: Instant): Promise<void> {
  const { state, rule, needs, evidence, policyVersion, expiresAt, account, progress, voidsApprovals } = change;
  const sql = `UPDATE move SET state = coalesce(?, state), rule = coalesce(?, rule), evidence = coalesce(?, evidence),
    policy_version = coalesce(?, policy_version), expires_at = coalesce(?, expires_at), account = coalesce(?, account),
    needs = coalesce(?, needs), changed_at = ?
    WHERE id = ?`;
  const values = [state ?? null, rule ?? null, evidence ?? null, policyVersion ?? null, expiresAt ?? null, account ?? null] as const;
  await session.run(sql, ...values, needs === undefined ? null : JSON.stringify(needs), at, id);
  if (progress !== undefined) await write(session, id, [...progress]);
  if (voidsApprovals === true) await session.run('DELETE FROM move_approval WHERE move_id = ?', id);
}

async function write(session: Session, id: string, progress: readonly (readonly [number, RowProgress])[]): Promise<void> {
  const head = 'INSERT INTO move_progress(move_id, place, state, venue_id, fee, sent_at, evidence, settled_by)';
  const tail = `ON CONFLICT(move_id, place) DO UPDATE SET state = excluded.state, venue_id = excluded.venue_id, fee = excluded.fee,
    sent_at = excluded.sent_at, evidence = excluded.evidence, settled_by = excluded.settled_by`;
  const rows = progress.map(([place, { state, venueId, fee, sentAt, evidence, settledBy }]) => {
    const known = [venueId ?? null, optionalDecimalText(fee, 'fee'), sentAt ?? null, evidence ?? null, settledBy ?? null] as const;
    return [id, place, state, ...known];
  });
  await insertRows(session, head, rows, tail);
}
