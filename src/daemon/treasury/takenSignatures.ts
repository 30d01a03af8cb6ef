import type { Instant } from '../../base/instant.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import { SIGNED_WITHIN_MS } from '../../treasury/approvals/signedWithin.ts';

const PAGE = 500;
/** A decision may be signed by a clock that is ahead of ours by as much as it may be old. */
const LOOKED_BACK_MS = 2 * SIGNED_WITHIN_MS;

/** The signatures of decisions that a copy could still be sent of, from the audit log: each is the last word of what shows it, and was written before anything was sent. */
export async function takenSignatures(store: Pick<TreasuryStore, 'auditHead' | 'auditRows'>, now: Instant): Promise<Set<string>> {
  const taken = new Set<string>();
  for (let last = (await store.auditHead())?.seq ?? 0; last > 0; last -= PAGE) {
    const after = Math.max(0, last - PAGE);
    const rows = await store.auditRows(after, last - after);
    for (const { what, after: state, evidence } of rows) {
      if (what.startsWith('payment.') && state === 'sending') taken.add(evidence.slice(evidence.lastIndexOf(' ') + 1));
    }
    if (rows[0] === undefined || rows[0].at < now - LOOKED_BACK_MS) break;
  }
  return taken;
}
