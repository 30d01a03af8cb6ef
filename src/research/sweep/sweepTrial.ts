import type { TrialResult } from './trial.ts';

/** One set of parameters and its results. */
export interface SweepTrial {
  /** From 0, over all windows. */
  readonly number: number;
  /** From 0. */
  readonly window: number;
  /** Texts by the name of the dimension. */
  readonly params: Readonly<Record<string, string>>;
  /** `halved`: others were better on a part of the data. `failed`: the objective has no value. */
  readonly state: 'complete' | 'halved' | 'failed';
  /** The results on growing shares of the data. Without halving there is one. */
  readonly rungs: readonly { readonly share: number; readonly value: number | undefined }[];
  /** The value of the last rung by which trials are compared: see `comparedValue`. */
  readonly value: number | undefined;
  /** The result of the last rung. */
  readonly inSample: TrialResult;
  /** Only for the best trials of a window. */
  readonly outOfSample: TrialResult | undefined;
}
