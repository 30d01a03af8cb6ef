import type { Importance } from './importance.ts';
import type { DeflatedSharpe } from './sharpeOfTrials.ts';
import type { SweepPlan } from './sweepPlan.ts';
import type { SweepTrial } from './sweepTrial.ts';
import type { SweepWindow } from './sweepWindows.ts';

/** The outcome of one window. */
export interface WindowOutcome extends SweepWindow {
  /** The number of the trial with the best objective in sample. Undefined when none has one. */
  readonly best: number | undefined;
  /** The significance of the best trial's returns in sample, given all trials of the window. */
  readonly significance: Significance;
}

export type Significance = DeflatedSharpe | { readonly because: string };

export interface SweepOutcome {
  readonly plan: SweepPlan;
  /** In the order of their numbers. */
  readonly trials: readonly SweepTrial[];
  readonly windows: readonly WindowOutcome[];
  /** The significance of the out-of-sample returns of each window's choice, joined together, given all trials. */
  readonly overall: Significance;
  /** Most important first. */
  readonly importance: readonly Importance[];
  /** What a reader must know before trusting the numbers. */
  readonly warnings: readonly string[];
}
