import type { PostedMarket } from '../backtest/reloadedSetup.ts';
import type { TrialWorldSource } from '../sweep/trialWorld.ts';
import type { CodeIdentity } from './codeIdentity.ts';
import type { RecordedFile } from './recordedFiles.ts';
import type { RecordingSource } from './serveRecordings.ts';

/** What a worker must know of a sweep, once for all of its trials. It is kept as JSON. */
export interface FarmSweep {
  /** The name of its queue. Each start of a sweep has another. */
  readonly run: string;
  /** Who shares the farm: `user@machine`. */
  readonly owner: string;
  readonly code: CodeIdentity;
  /** The configuration without secrets: see `travellingSettings`. */
  readonly config: string;
  readonly world: Pick<TrialWorldSource, 'range' | 'latency' | 'about' | 'band' | 'objective' | 'draws'>;
  readonly markets: readonly PostedMarket[];
  readonly files: readonly RecordedFile[];
  readonly source: RecordingSource;
  readonly load: FarmLoad;
}

/** How much a sweep is, by which a worker decides whether to decode the recordings into memory. */
export interface FarmLoad {
  /** About how many trials there will be. */
  readonly runs: number;
  /** How many of them can be made at once at most. */
  readonly atOnce: number;
  readonly mostAPass: number;
  readonly memoryBytes: number;
}
