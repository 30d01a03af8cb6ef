import type { TrialResult } from './trial.ts';

/** One set of parameters, and what it came to. */
export interface SweepTrial {
  /** Counted from 0 over all windows. */
  readonly number: number;
  /** Counted from 0. */
  readonly window: number;
  /** Texts by the dimension's name. */
  readonly params: Readonly<Record<string, string>>;
  /** `halved`: others were better on a part of the data; `failed`: the objective has no value. */
  readonly state: 'complete' | 'halved' | 'failed';
  /** On ever more of the data; without halving there is one. */
  readonly rungs: readonly { readonly share: number; readonly value: number | undefined }[];
  /** The objective of the last rung. */
  readonly value: number | undefined;
  /** The last rung. */
  readonly inSample: TrialResult;
  /** Of the best of a window. */
  readonly outOfSample: TrialResult | undefined;
}
