import type { Instant } from '../base/instant.ts';

/** What became of one market later. A run over a recording can know it, and its fill model may: its strategies never do. */
export interface Foresight {
  /** Where the mid stood in the time after a look, on average and in ticks. Not a number where nothing is known. Asked in order of time. */
  midAfter(at: Instant): number;
}
