/** What was found on the thread that reads and runs a strategy: plain data. */
export interface CheckFound {
  /** One sentence; empty when the file was not loaded. */
  readonly about: string;
  readonly problems: readonly CheckProblem[];
  readonly trials: readonly TrialRow[];
  /** The first orders that would have been placed. */
  readonly orders: readonly TrialOrder[];
}

/** What a check of a strategy has found. */
export interface CheckReport extends CheckFound {
  /** Why its types were not checked. Undefined when they were. */
  readonly untyped: string | undefined;
}

export interface CheckProblem {
  /** `mine.ts:12:5`, or the run in which it showed. */
  readonly where: string;
  readonly problem: string;
  /** What to do instead. */
  readonly instead: string;
}

/** One market: what the strategy did there. */
export interface TrialRow {
  readonly market: string;
  readonly events: number;
  readonly placed: number;
  readonly replaced: number;
  readonly canceled: number;
  readonly fills: number;
  readonly conversions: number;
  /** Lines and warnings for people. */
  readonly told: number;
  /** What the engine refused, by its rules. */
  readonly refused: string;
}

export interface TrialOrder {
  readonly market: string;
  readonly at: number;
  readonly what: string;
  readonly amount: string;
  readonly price: string;
}
