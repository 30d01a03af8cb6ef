import type { Instant } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';

/** Transfers that were begun since then, and those that were taken for not done since then, however long before they were begun. */
export async function recentTransfers(journal: Pick<Journal, 'transfers' | 'notDone'>, since: Instant): Promise<readonly Intent[]> {
  const settled = await journal.notDone('transfer', since);
  return [...(await journal.transfers(since)), ...settled.filter(({ createdAt }) => createdAt < since)];
}
