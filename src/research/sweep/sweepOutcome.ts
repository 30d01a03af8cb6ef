import type { Importance } from './importance.ts';
import type { DeflatedSharpe } from './sharpeOfTrials.ts';
import type { SweepPlan } from './sweepPlan.ts';
import type { SweepTrial } from './sweepTrial.ts';
import type { SweepWindow } from './sweepWindows.ts';

/** What one window came to. */
export interface WindowOutcome extends SweepWindow {
  /** Number of the trial with the best objective in sample; undefined when none has one. */
  readonly best: number | undefined;
  /** Of the best one's returns in sample, in view of all trials of the window. */
  readonly significance: Significance;
}

export type Significance = DeflatedSharpe | { readonly because: string };

export interface SweepOutcome {
  readonly plan: SweepPlan;
  /** In the order of their numbers. */
  readonly trials: readonly SweepTrial[];
  readonly windows: readonly WindowOutcome[];
  /** Of the returns out of sample of what was chosen in each window, one after the other, in view of all trials. */
  readonly overall: Significance;
  /** Most important first. */
  readonly importance: readonly Importance[];
  /** What a reader must know before believing the numbers. */
  readonly warnings: readonly string[];
}
