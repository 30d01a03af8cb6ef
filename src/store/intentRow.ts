import type { Instant } from '../base/instant.ts';
import type { Intent, IntentKind, IntentState, IntentVerdict } from '../model/intent.ts';
import type { NewIntent } from '../model/journal.ts';
import { decimalOf, decimalText } from './decimalText.ts';
import type { SqlValue } from './connection.ts';

export interface IntentRow {
  readonly id: string;
  readonly kind: IntentKind;
  readonly decision: string;
  readonly lane: string;
  readonly strategy: string;
  readonly fingerprint: string;
  readonly body: string;
  readonly body_hash: string;
  readonly state: IntentState;
  readonly created_at: Instant;
  readonly venue_at: Instant | null;
  readonly expires_at: Instant | null;
  readonly sent_at: Instant | null;
  readonly gave_up_at: Instant | null;
  readonly resolved_at: Instant | null;
  readonly exposure: string;
  readonly exposure_currency: string;
  readonly venue_id: string | null;
  readonly target_id: string | null;
  readonly evidence: string | null;
  readonly refusal: string | null;
  readonly found_late: 0 | 1;
  readonly begun_epoch: number;
  readonly settled_epoch: number;
  /** Missing in a database that no owner has brought up to date. */
  readonly verdicts?: string | null;
}

export const NEW_INTENT_COLUMNS =
  'id, kind, decision, lane, strategy, fingerprint, body, body_hash, created_at, venue_at, expires_at, exposure, exposure_currency, target_id, begun_epoch';

/** In the order of `NEW_INTENT_COLUMNS`. */
export function newIntentValues(intent: NewIntent, epoch: number): readonly SqlValue[] {
  return [
    intent.id,
    intent.kind,
    intent.decision,
    intent.lane,
    intent.strategy,
    intent.fingerprint,
    intent.body,
    intent.bodyHash,
    intent.createdAt,
    intent.venueAt ?? null,
    intent.expiresAt ?? null,
    decimalText(intent.exposure, 'exposure'),
    intent.exposureCurrency,
    intent.targetId ?? null,
    epoch,
  ];
}

export function intentOf(row: IntentRow): Intent {
  return {
    id: row.id,
    kind: row.kind,
    decision: row.decision,
    lane: row.lane,
    strategy: row.strategy,
    fingerprint: row.fingerprint,
    body: row.body,
    bodyHash: row.body_hash,
    state: row.state,
    createdAt: row.created_at,
    venueAt: row.venue_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    sentAt: row.sent_at ?? undefined,
    gaveUpAt: row.gave_up_at ?? undefined,
    resolvedAt: row.resolved_at ?? undefined,
    exposure: decimalOf(row.exposure, `exposure of intent ${row.id}`),
    exposureCurrency: row.exposure_currency,
    venueId: row.venue_id ?? undefined,
    targetId: row.target_id ?? undefined,
    evidence: row.evidence ?? undefined,
    refusal: row.refusal ?? undefined,
    isFoundLate: row.found_late === 1,
    begunEpoch: row.begun_epoch === 0 ? undefined : row.begun_epoch,
    settledEpoch: row.settled_epoch === 0 ? undefined : row.settled_epoch,
    verdicts: readVerdicts(row),
  };
}

function readVerdicts({ verdicts }: Pick<IntentRow, 'verdicts'>): readonly IntentVerdict[] | undefined {
  return verdicts === null || verdicts === undefined ? undefined : (JSON.parse(verdicts) as IntentVerdict[]);
}

/** The verdicts on an intent with one more, as they are stored. The first one after the sending stands in the row itself. */
export function verdictsWith(
  row: Pick<IntentRow, 'state' | 'gave_up_at' | 'resolved_at' | 'created_at' | 'evidence' | 'verdicts'>,
  next: IntentVerdict,
): string | null {
  if (row.state === 'sending') return null;
  const at = row.resolved_at ?? row.gave_up_at ?? row.created_at;
  const before = readVerdicts(row) ?? [{ state: row.state, at, evidence: row.evidence ?? undefined }];
  return JSON.stringify([...before, next]);
}
