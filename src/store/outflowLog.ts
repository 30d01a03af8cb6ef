import { type Decimal, ZERO } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import { oneAtATime } from '../base/oneAtATime.ts';
import type { Destination, MoveKind, MoveRow, RowState } from '../model/move.ts';
import { WAITS_WITHIN_MS } from '../model/moveState.ts';
import type { SqlValue } from './connection.ts';
import type { Database } from './database.ts';
import { decimalOf } from './decimalText.ts';
import { destinationOf, rowOf, type RowTableRow } from './moveTables.ts';

/** A payment as limits count it. */
export interface LoggedOutflow {
  readonly kind: MoveKind;
  readonly initiator: string;
  /** The key with which the initiator has signed it. */
  readonly signedWith: string | undefined;
  readonly row: MoveRow;
  readonly state: RowState;
  /** Undefined while the venue has named none. */
  readonly venueId: string | undefined;
  /** What the venue takes for it, in its currency, as far as that is known. */
  readonly fee: Decimal | undefined;
  /** Undefined while it waits. */
  readonly sentAt: Instant | undefined;
  /** Whether a person said what became of it, and not the venue. */
  readonly isSettledByHand: boolean;
}

/** Payments of one currency by one person to one destination, added up. */
export interface PastOutflow {
  readonly currency: string;
  readonly initiator: string;
  readonly signedWith: string | undefined;
  readonly destination: Destination | undefined;
  readonly amount: Decimal;
  /** How many have arrived, as the venue has said. */
  readonly arrived: number;
}

/** What leaves, by time. What is long ago is kept added up, so that no decision reads the whole history. */
export interface OutflowLog {
  /**
   * Payments that have left from a time on, and all that may still leave: what waits, what is on its way, and what nobody knows, whenever
   * that was sent. Those of `except` are left out. What was refused, declined by the venue or taken back has not left, and what was never sent is no more once its time is over.
   */
  outflows(since: Instant, now: Instant, except: string | undefined): Promise<readonly LoggedOutflow[]>;
  /** All that `outflows` with the same time leaves out since it has left before: what has come to its end. */
  past(until: Instant, except: string | undefined): Promise<readonly PastOutflow[]>;
}

interface OutflowTableRow extends RowTableRow {
  readonly kind: MoveKind;
  readonly initiator: string;
  readonly signed_with: string | null;
  readonly progress_state: RowState;
  readonly venue_id: string | null;
  readonly fee: string | null;
  readonly sent_at: Instant | null;
  readonly settled_by: string | null;
}

interface PastTableRow {
  readonly currency: string;
  readonly amount: string;
  readonly destination: string | null;
  readonly initiator: string;
  readonly signed_with: string | null;
  readonly arrived: 0 | 1;
}

const ENDED = `move_progress.state IN ('completed', 'declined', 'not-sent')`;
const JOINED = `FROM move_progress JOIN move ON move.id = move_progress.move_id
  JOIN move_row ON move_row.move_id = move_progress.move_id AND move_row.place = move_progress.place`;
/** What somebody else than the venue has ended counts, whatever became of the rest of its move. */
const COUNTS = `(move_progress.settled_by IS NOT NULL
  OR (move.state NOT IN ('refused', 'canceled', 'expired') AND move_progress.state NOT IN ('declined', 'not-sent')))`;
/** Each part goes by an index of its own. */
const RECENT = ['move_progress.sent_at >= ?3', 'move_progress.sent_at IS NULL', `move_progress.sent_at < ?3 AND NOT ${ENDED}`]
  .map(
    (
      when,
    ) => `SELECT move_row.*, move.kind AS kind, move.initiator AS initiator, move.signed_with AS signed_with, move.created_at AS created_at,
  move_progress.sent_at AS sent_at, move_progress.fee AS fee, move_progress.state AS progress_state,
  move_progress.venue_id AS venue_id, move_progress.settled_by AS settled_by ${JOINED}
  WHERE ${when} AND ${COUNTS}
  AND NOT (move.state IN ('awaiting-approval', 'approved') AND coalesce(move.expires_at, move.created_at + ${WAITS_WITHIN_MS}) <= ?1
    AND move_progress.state = 'waiting')
  AND move.id <> ?2`,
  )
  .join(' UNION ALL ');
const PAST = `SELECT move_row.currency AS currency, move_row.amount AS amount, move_row.destination AS destination, move.initiator AS initiator,
  move.signed_with AS signed_with, CASE WHEN move_progress.state = 'completed' AND move_progress.settled_by IS NULL THEN 1 ELSE 0 END AS arrived ${JOINED} WHERE ${COUNTS} AND ${ENDED}`;

type Sums = Map<string, PastOutflow>;

/** The log of a database that this process owns, or reads. */
export class OutflowKeeper implements OutflowLog {
  readonly #database: Database;
  /** What has ended and left before a time, and which time that is. */
  #kept: { readonly until: Instant; readonly sums: Sums } | undefined;
  readonly #inTurn = oneAtATime();

  constructor(database: Database) {
    this.#database = database;
  }

  async outflows(since: Instant, now: Instant, except = ''): Promise<readonly LoggedOutflow[]> {
    const rows = await this.#database.all<OutflowTableRow>(`${RECENT} ORDER BY created_at, move_id, place`, now, except, since);
    return rows.map((row) => ({
      kind: row.kind,
      initiator: row.initiator,
      signedWith: row.signed_with ?? undefined,
      row: rowOf(row),
      state: row.progress_state,
      venueId: row.venue_id ?? undefined,
      fee: row.fee === null ? undefined : decimalOf(row.fee, 'fee of a payment'),
      sentAt: row.sent_at ?? undefined,
      isSettledByHand: row.settled_by !== null,
    }));
  }

  past(until: Instant, except: string | undefined): Promise<readonly PastOutflow[]> {
    return this.#inTurn(async () => {
      const kept = await this.#keptUntil(until);
      if (except === undefined) return [...kept.values()];
      const mine: Sums = new Map();
      await this.#add(mine, 'AND move_progress.sent_at < ? AND move_progress.move_id = ?', [until, except]);
      return [...kept.values(), ...[...mine.values()].map((one) => ({ ...one, amount: one.amount.negated(), arrived: -one.arrived }))];
    });
  }

  /** A payment that was sent then has changed. */
  changed(sentAt: Instant | undefined): void {
    if (sentAt !== undefined && this.#kept !== undefined && sentAt < this.#kept.until) this.#kept = undefined;
  }

  async #keptUntil(until: Instant): Promise<Sums> {
    const kept = this.#kept;
    const isLater = kept !== undefined && kept.until <= until;
    const sums: Sums = isLater ? kept.sums : new Map();
    const made = { until, sums };
    this.#kept = made;
    try {
      await this.#add(sums, 'AND move_progress.sent_at >= ? AND move_progress.sent_at < ?', [
        isLater ? kept.until : Number.MIN_SAFE_INTEGER,
        until,
      ]);
    } catch (error) {
      if (this.#kept === made) this.#kept = undefined;
      throw error;
    }
    return sums;
  }

  async #add(sums: Sums, when: string, values: readonly SqlValue[]): Promise<void> {
    for (const { currency, amount, destination, initiator, signed_with, arrived } of await this.#database.all<PastTableRow>(
      `${PAST} ${when}`,
      ...values,
    )) {
      const key = JSON.stringify([currency, initiator, signed_with, destination]);
      const known = sums.get(key);
      const added = decimalOf(amount, 'amount of a payment');
      sums.set(key, {
        currency,
        initiator,
        signedWith: signed_with ?? undefined,
        destination: known === undefined ? (destination === null ? undefined : destinationOf(destination)) : known.destination,
        amount: (known?.amount ?? ZERO).plus(added),
        arrived: (known?.arrived ?? 0) + arrived,
      });
    }
  }
}
