import type { Clock } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import { type Instant, isoOf } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import type { IntentOutcome, Journal, NewIntent } from '../model/journal.ts';
import { rowLimit } from './rowLimit.ts';
import type { Database } from './database.ts';
import { inPieces, insertRows } from './insertRows.ts';
import { type IntentRow, NEW_INTENT_COLUMNS, intentOf, newIntentValues, verdictsWith } from './intentRow.ts';
import type { Session } from './connection.ts';
import { bindExtra, bindOrder, endOrder, findOrder, openOrders } from './orderBinding.ts';
import type { SentMarks } from './sentMarks.ts';
import { assertSettlement, isResolved } from './settlement.ts';
import { isConstraint, storeFault } from './storeFault.ts';

const UNRESOLVED = "state IN ('sending', 'unknown', 'quarantined')";

const HOLDERS = `FROM intent WHERE lane = ? AND kind <> 'cancel' AND ${UNRESOLVED}`;

// One statement is one commit and one flush; that the epoch still is ours is checked inside it, and once more by the table. Where a lane is full, a place that is
// taken is asked for, and the index refuses.
const BEGIN = `INSERT INTO intent(state, ${NEW_INTENT_COLUMNS}, place)
  SELECT 'sending', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
    CASE WHEN (SELECT count(*) ${HOLDERS}) < ?
      THEN (SELECT min(column1) FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7)) AS places WHERE column1 NOT IN (SELECT place ${HOLDERS}))
      ELSE (SELECT min(place) ${HOLDERS}) END
  WHERE EXISTS (SELECT 1 FROM owner WHERE epoch = ?)`;

/** The write-ahead journal on a database that this process owns since the given epoch. */
export function createJournal(database: Database, epoch: number, marks: SentMarks, clock: Clock, unknownPerLane = 1): Journal {
  return {
    begin: (intent) => begin(database, epoch, intent, unknownPerLane),
    beginSettled: (intent, outcome) => begin(database, epoch, intent, unknownPerLane, outcome),
    markSent: (id) => marks.mark(id, clock.now()),
    settle: (id, outcome) => settle(database, epoch, id, outcome, marks),
    async unresolved() {
      return (await database.all<IntentRow>(`SELECT * FROM intent WHERE ${UNRESOLVED} ORDER BY created_at, id`)).map(intentOf);
    },
    async get(id) {
      const row = await database.get<IntentRow>('SELECT * FROM intent WHERE id = ?', id);
      return row === undefined ? undefined : intentOf(row);
    },
    async list(limit) {
      const sql = 'SELECT * FROM intent ORDER BY created_at DESC, id DESC LIMIT ?';
      return (await database.all<IntentRow>(sql, rowLimit(limit))).map(intentOf);
    },
    async aimedAt(orderId) {
      const sql = 'SELECT * FROM intent WHERE target_id = ? ORDER BY created_at, id';
      return (await database.all<IntentRow>(sql, orderId)).map(intentOf);
    },
    async aimedAtOrdersOf(intentId) {
      const sql = `SELECT * FROM intent WHERE target_id IN (SELECT order_id FROM venue_order WHERE intent_id = ?) ORDER BY created_at, id`;
      return (await database.all<IntentRow>(sql, intentId)).map(intentOf);
    },
    async tombstones(lane, since) {
      // An outcome that was unknown for long is settled long after it was sent.
      const sql = `SELECT * FROM intent WHERE resolved_at >= ? AND lane = ? AND state IN ('rejected', 'not-sent')
        AND kind IN ('place', 'replace') ORDER BY created_at DESC, id DESC`;
      return (await database.all<IntentRow>(sql, since, lane)).map(intentOf);
    },
    async withReference(reference) {
      const sql = `SELECT intent.* FROM intent_reference JOIN intent ON intent.id = intent_id WHERE reference = ?
        ORDER BY created_at DESC, intent.id DESC`;
      return (await database.all<IntentRow>(sql, reference)).map(intentOf);
    },
    async referenced(references) {
      const known = new Map<string, string[]>();
      for (const some of inPieces(references)) {
        const places = some.map(() => '?').join(', ');
        const sql = `SELECT reference, intent_id AS id FROM intent_reference WHERE reference IN (${places}) ORDER BY reference, intent_id`;
        const rows = await database.all<{ readonly reference: string; readonly id: string }>(sql, ...some);
        for (const { reference, id } of rows) known.set(reference, [...(known.get(reference) ?? []), id]);
      }
      return known;
    },
    async transfers(since) {
      const sql = `SELECT * FROM intent WHERE created_at >= ? AND kind = 'transfer' ORDER BY created_at DESC, id DESC`;
      return (await database.all<IntentRow>(sql, since)).map(intentOf);
    },
    async notDone(kind, since) {
      const sql = `SELECT * FROM intent WHERE resolved_at >= ? AND kind = ? AND state IN ('rejected', 'not-sent') ORDER BY created_at DESC, id DESC`;
      return (await database.all<IntentRow>(sql, since, kind)).map(intentOf);
    },
    async boundTo(venueId) {
      // Batches that were validated together stand in one text.
      const sql = `SELECT * FROM intent WHERE created_at >= 0 AND kind = 'transfer' AND venue_id LIKE ? ORDER BY created_at, id`;
      const alike = (await database.all<IntentRow>(sql, `%${venueId}%`)).map(intentOf);
      return alike.filter((intent) => intent.venueId!.split(',').includes(venueId));
    },
    async placedBy(strategy, since) {
      const sql = `SELECT * FROM intent WHERE created_at >= ? AND kind = 'place' AND strategy = ? ORDER BY created_at DESC, id DESC`;
      return (await database.all<IntentRow>(sql, since, strategy)).map(intentOf);
    },
    async converted(venueIds) {
      const found: Intent[] = [];
      for (const some of inPieces(venueIds)) {
        const sql = `SELECT * FROM intent WHERE kind = 'convert' AND venue_id IN (${some.map(() => '?').join(', ')})`;
        found.push(...(await database.all<IntentRow>(sql, ...some)).map(intentOf));
      }
      return found;
    },
    async placements(shape, from, to) {
      const sql = `SELECT * FROM intent WHERE created_at BETWEEN ?1 AND ?2 AND kind = 'place' AND state IN ('acknowledged', 'adopted')
        AND substr(fingerprint, 1, length(?3)) = ?3 ORDER BY created_at, id`;
      return (await database.all<IntentRow>(sql, from, to, shape)).map(intentOf);
    },
    bindExtra: (order) => database.transaction((session) => bindExtra(session, order)),
    openOrders: () => openOrders(database),
    order: (orderId) => findOrder(database, orderId),
    async closeOrder(orderId, end, at) {
      if (await endOrder(database, orderId, end, at)) return;
      // Reconciling twice changes nothing the second time; an order that nobody bound is another matter.
      if ((await findOrder(database, orderId)) === undefined) throw new Fault('not-found', `order ${orderId} is not in the journal`);
    },
  };
}

async function begin(database: Database, epoch: number, intent: NewIntent, unknownPerLane: number, outcome?: IntentOutcome): Promise<void> {
  let written: number;
  try {
    written = await write(database, epoch, intent, unknownPerLane, outcome);
  } catch (error) {
    throw isConstraint(error)
      ? await conflictOf(database, intent, error)
      : storeFault('the intent was not journalled', error, { outcome: 'not-sent' });
  }
  if (written === 1) return;
  throw new Fault('daemon-running', 'another process has taken the database over; nothing is sent any more', { outcome: 'not-sent' });
}

/** Answers 0 when this process owns the database no more. */
function write(
  database: Database,
  epoch: number,
  intent: NewIntent,
  unknownPerLane: number,
  outcome: IntentOutcome | undefined,
): Promise<number> {
  const { references = [], lane, kind } = intent;
  const perLane = kind === 'place' || kind === 'replace' ? unknownPerLane : 1;
  const values = [...newIntentValues(intent, epoch), lane, perLane, lane, lane, epoch];
  if (references.length === 0 && outcome === undefined) return database.run(BEGIN, ...values);
  return database.transaction(async (session) => {
    const written = await session.run(BEGIN, ...values);
    if (written === 0) return 0;
    const rows = references.map((reference) => [reference, intent.id]);
    await insertRows(session, 'INSERT INTO intent_reference(reference, intent_id)', rows);
    if (outcome !== undefined) await settleIn(session, epoch, intent.id, outcome, undefined);
    return written;
  });
}

/** Says which rule of the schema refused, and what stands in the way. */
async function conflictOf(database: Database, intent: NewIntent, error: unknown): Promise<Fault> {
  const details = { outcome: 'not-sent', cause: error } as const;
  const twin = await database.get<IntentRow>(
    'SELECT * FROM intent WHERE id = ? OR (kind = ? AND decision = ?) ORDER BY id = ? DESC',
    intent.id,
    intent.kind,
    intent.decision,
    intent.id,
  );
  if (twin !== undefined) {
    // The same intent twice is the program's fault; the same decision by another intent may be a person's, as with a quote.
    const code = twin.id === intent.id ? 'store' : 'refused';
    return new Fault(code, `${intent.kind} ${intent.decision} was journalled before, as intent ${twin.id} (${twin.state})`, details);
  }
  const holder = await database.get<IntentRow>(`SELECT * ${HOLDERS}`, intent.lane);
  if (holder === undefined) return storeFault('the intent was not journalled', error, details);
  const message = `lane ${intent.lane} has an unresolved intent: ${holder.kind} ${holder.id}, ${holder.state}, of ${isoOf(holder.created_at)}`;
  return new Fault('lane-frozen', message, details);
}

async function settle(database: Database, epoch: number, id: string, outcome: IntentOutcome, marks: SentMarks): Promise<void> {
  await database.transaction((session) => settleIn(session, epoch, id, outcome, marks.sentAt(id)));
  marks.forget(id);
}

async function settleIn(session: Session, epoch: number, id: string, outcome: IntentOutcome, sentAt: Instant | undefined): Promise<void> {
  const intent = await session.get<IntentRow>('SELECT * FROM intent WHERE id = ?', id);
  if (intent === undefined) throw new Fault('internal', `intent ${id} can't be settled as ${outcome.state}: it was never journalled`);
  assertSettlement(intent, outcome);
  const venueId = outcome.order?.orderId ?? outcome.venueId;
  await session.run(
    `UPDATE intent SET state = ?, gave_up_at = coalesce(gave_up_at, ?), resolved_at = ?, venue_id = ?,
       sent_at = coalesce(sent_at, ?), refusal = coalesce(refusal, ?), evidence = coalesce(?, evidence), found_late = ?, settled_epoch = ?,
       verdicts = ? WHERE id = ?`,
    outcome.state,
    outcome.state === 'unknown' ? outcome.at : null,
    isResolved(outcome.state) ? outcome.at : null,
    venueId ?? null,
    sentAt ?? null,
    outcome.refusal ?? null,
    outcome.evidence ?? null,
    // Whatever is settled twice was taken for not done before.
    isResolved(intent.state) ? 1 : 0,
    epoch,
    verdictsWith(intent, { state: outcome.state, at: outcome.at, evidence: outcome.evidence }),
    id,
  );
  await bindOrder(session, outcome);
}
