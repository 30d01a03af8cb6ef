import type { Instant } from '../base/instant.ts';
import type { FileEnd } from './inspectDayFile.ts';
import type { MarketGap } from './marketCursor.ts';

/** A part of a recording that can't be trusted. */
export interface Damage {
  readonly file: string;
  /** The position in the uncompressed file. */
  readonly offset: number;
  readonly bytes: number;
  /** The last readable record before it and the first one after it. Undefined where there is none. */
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  readonly what: string;
}

export interface VerifiedFile {
  readonly file: string;
  /** `quotes` for the quote tape. */
  readonly symbol: string;
  /** How many books, or quotes. */
  readonly snapshots: number;
  readonly statistics: number;
  /** The times of the first and the last record. */
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  /** An `open` file is being written, or its recorder died. */
  readonly end: FileEnd;
  readonly gaps: readonly MarketGap[];
  readonly damage: readonly Damage[];
}

export interface Verification {
  /** Whether there is no damage anywhere. Gaps are not damage: they state what is not known. */
  readonly isIntact: boolean;
  readonly files: readonly VerifiedFile[];
}
