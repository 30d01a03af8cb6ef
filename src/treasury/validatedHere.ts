import { DAY_MS, type Instant } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';

/** How long a draft that was validated here is remembered. */
const REMEMBERED_MS = 30 * DAY_MS;

/** The validation that has led to a batch. Undefined where that was not done from here, or is long ago. */
export async function validatedHere(journal: Journal, batchId: string, at: Instant): Promise<Intent | undefined> {
  return (await journal.transfers(at - REMEMBERED_MS)).find(({ fingerprint, venueId = '' }) => {
    return fingerprint.startsWith('exchange.withdrawalBatches.validate ') && venueId.split(',').includes(batchId);
  });
}
