import type { Instant } from '../base/instant.ts';
import type { FileEnd } from './inspectDayFile.ts';
import type { MarketGap } from './marketCursor.ts';

/** A part of a recording that can't be trusted. */
export interface Damage {
  readonly file: string;
  /** In the uncompressed file. */
  readonly offset: number;
  readonly bytes: number;
  /** The last record before it and the first one after it that can be read; undefined where there is none. */
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  readonly what: string;
}

export interface VerifiedFile {
  readonly file: string;
  /** `quotes` for the quote tape. */
  readonly symbol: string;
  /** Books, or quotes. */
  readonly snapshots: number;
  readonly statistics: number;
  /** The times of the first and the last record. */
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  /** `open`: it is being written, or was when its recorder died. */
  readonly end: FileEnd;
  readonly gaps: readonly MarketGap[];
  readonly damage: readonly Damage[];
}

export interface Verification {
  /** No damage anywhere. Gaps are no damage: they say what is not known. */
  readonly isIntact: boolean;
  readonly files: readonly VerifiedFile[];
}
