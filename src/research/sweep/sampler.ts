/** The texts of one set of parameters, in the order of the dimensions. */
export type Point = readonly string[];

/** A set of parameters to be tried. */
export interface Ask {
  /** Counted from 0, in the order in which sets were first asked for. */
  readonly trial: number;
  readonly point: Point;
  /** How much of the data it is to be tried on, from the beginning; 1 is all of it. */
  readonly share: number;
  /** Counted from 0; the last one is all of the data. */
  readonly rung: number;
}

/**
 * Chooses what is tried next. The same asks and tells in the same order give the same choices, so that a sweep does not depend
 * on how many workers there are, and can be taken up again.
 */
export interface Sampler {
  /** Undefined when there is nothing to try, at least until more is told. */
  ask(): Ask | undefined;
  /** What came of the last ask for a trial. More is better; undefined when nothing can be said of it, which is worst. */
  tell(trial: number, score: number | undefined): void;
}

/** Chooses points; the trials around them are a `Sampler`'s. */
export interface PointSource {
  /** Undefined when there are no more. */
  next(): Point | undefined;
  told?(point: Point, score: number | undefined): void;
}
