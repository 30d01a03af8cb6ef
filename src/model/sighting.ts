import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';

/** What a read of ours showed of something that brings money in, at a moment of ours. It is told by its kind and the venue's id. */
export interface Sighting {
  readonly kind: 'payment' | 'fiat-deposit';
  readonly id: string;
  readonly seenAt: Instant;
  readonly status: string;
  /** Why it is not completed, in the venue's words. */
  readonly reason: string | undefined;
  /** What has arrived so far; of a fiat deposit that is announced, what was announced. */
  readonly amount: Decimal;
  readonly currency: string;
  /** The venue's name of the latest transaction. */
  readonly transaction: string | undefined;
}
