/** The texts of one set of parameters, in the order of the dimensions. */
export type Point = readonly string[];

/** A set of parameters to try. */
export interface Ask {
  /** From 0, in the order in which sets were first asked for. */
  readonly trial: number;
  readonly point: Point;
  /** The share of the data to try it on, from the beginning. 1 is all of it. */
  readonly share: number;
  /** From 0. The last rung is all of the data. */
  readonly rung: number;
}

/**
 * Chooses what to try next. The same asks and tells in the same order give the same choices, so a sweep does not depend on the
 * number of workers and can be resumed.
 */
export interface Sampler {
  /** Undefined when there is nothing to try, at least until more results are told. */
  ask(): Ask | undefined;
  /** Takes the result of a trial's last ask. More is better. Undefined means that there is no result, which is worst. */
  tell(trial: number, score: number | undefined): void;
}

/** Chooses points. The `Sampler` handles the trials around them. */
export interface PointSource {
  /** Undefined when there are no more. */
  next(): Point | undefined;
  told?(point: Point, score: number | undefined): void;
}
