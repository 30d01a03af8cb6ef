import type { Clock } from '../../base/clock.ts';
import type { Intent } from '../../model/intent.ts';
import type { Journal } from '../../model/journal.ts';
import type { Sightings } from '../../store/sightingStore.ts';
import type { Ask } from './ask.ts';

/** What is known of payments, and where it comes from. */
export interface PaymentSources {
  readonly ask: Ask<'processing'>;
  /** What earlier reads have seen. */
  readonly sightings: Pick<Sightings, 'see' | 'of'>;
  /** Looks for transfers in the journal of the account at the payment interface. Without a journal nothing was sent. */
  readonly sent: (look: (journal: Journal) => Promise<readonly Intent[]>) => Promise<readonly Intent[]>;
  readonly clock: Clock;
}
