import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';

/**
 * How what was expected and what came compare. `orphan`: it came and nobody had asked for it; `missing`: it was asked for and has not
 * come; `late`: it came after its time.
 */
export type Bucket = 'matched' | 'over' | 'under' | 'late' | 'orphan' | 'missing';

export const BUCKETS: readonly Bucket[] = ['matched', 'over', 'under', 'late', 'orphan', 'missing'];

/** What a line is about. The first four are records of the venue; refunds and conversions belong to a payment. */
export type LineKind = 'payment' | 'fiat deposit' | 'crypto deposit' | 'payout' | 'refund' | 'conversion';

/** One thing that was expected, or that came. Each record of the venue is one line of its kind. */
export interface ReconcileLine {
  readonly bucket: Bucket;
  readonly kind: LineKind;
  /** The venue's id, or that of our transfer where the venue shows nothing. */
  readonly id: string;
  /** The order or reference under which it is known here. */
  readonly reference: string | undefined;
  readonly at: Instant | undefined;
  readonly currency: string;
  readonly expected: Decimal;
  readonly received: Decimal;
  readonly status: string;
  /** Whether somebody has to look at it. */
  readonly isOpen: boolean;
  /** What it may be, and what can be done about it. */
  readonly why: string | undefined;
  /** The id of what it belongs to. */
  readonly belongsTo: string | undefined;
}

/** By what was expected and what came. */
export function bucketOf(expected: Decimal, received: Decimal): 'matched' | 'over' | 'under' | 'missing' {
  if (received.eq(expected)) return 'matched';
  if (received.isZero()) return 'missing';
  return received.gt(expected) ? 'over' : 'under';
}
