import { DAY_MS, type Instant, isoOf } from '../../base/instant.ts';
import type { MoveRecord, MoveRow, RowProgress } from '../../model/move.ts';

/** So long a link may be asked for once its refund was let go. */
const ASKED_WITHIN_MS = DAY_MS;
/** 001 Limits. */
export const LINK_HOLDS_MS = 5 * DAY_MS;
/** What was claimed at the last moment takes its time. */
const CLAIM_TAKES_MS = DAY_MS;

/** Whether a refund goes by a link, so that the payer picks the address. */
export function isByLink({ terms }: Pick<MoveRow, 'terms'>): boolean {
  return terms?.refundFlow !== undefined;
}

/** Until when the link of a refund that was let go may be asked for. Undefined where it may not be. */
export function linkAskedUntil({ state, rows: [row], progress: [progress] }: MoveRecord): Instant | undefined {
  if (state !== 'sent' || !isByLink(row!) || progress?.sentAt === undefined) return undefined;
  return progress.sentAt + ASKED_WITHIN_MS;
}

/** A link that can't be claimed any more has taken nothing. `other`: the move that the payment was refunded by, where it is another one. */
export function claimed(sent: RowProgress, status: string, now: Instant, other?: string): RowProgress {
  const endsAt = sent.sentAt! + ASKED_WITHIN_MS + LINK_HOLDS_MS;
  if (other === undefined && /Refund/.test(status)) return { ...sent, state: 'completed', evidence: status };
  const open = other === undefined ? `${status}; the payer may claim it until ${isoOf(endsAt)}` : isOf(status, other);
  if (now < endsAt + CLAIM_TAKES_MS) return { ...sent, evidence: open };
  return { ...sent, state: 'declined', evidence: `${status}: nobody claimed it, and no link holds any longer` };
}

/** What is known of a refund when the one that the payment shows is another move's. */
export function isOf(status: string, other: string): string {
  return `${status}, which is that of ${other}; the venue shows no other refund of this payment`;
}
