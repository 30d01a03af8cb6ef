import type { Band } from '../src/research/runRecord.ts';

export interface Outcome {
  readonly fills: number;
  /** In base currency. */
  readonly amount: number;
  /** In quote currency, with the final position valued at the last mid. */
  readonly profit: number;
}

/** What one strategy really did, and what the three models say. */
export interface Comparison {
  readonly symbol: string;
  readonly truth: Outcome;
  readonly bands: Readonly<Record<Band, Outcome>>;
  /** The fitted model's results when what nobody can know is drawn anew each time. */
  readonly draws: readonly Outcome[];
}
