import type { AuditRow } from '../model/audit.ts';
import type { TreasuryStore } from '../store/treasuryStore.ts';

const PAGE = 1000;

/** All rows of the audit log in the order of their numbers, a page at a time. Numbers below 1, which no row of ours has, are not passed over. */
export async function* auditLog(store: Pick<TreasuryStore, 'auditRows'>): AsyncGenerator<AuditRow> {
  let after: number | undefined = Number.MIN_SAFE_INTEGER;
  while (after !== undefined) {
    const rows: readonly AuditRow[] = await store.auditRows(after, PAGE);
    yield* rows;
    after = rows.at(-1)?.seq;
  }
}
