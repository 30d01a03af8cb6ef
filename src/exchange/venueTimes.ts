/**
 * Moments of a snapshot venue, by its own time, in one array of floats: as fields and arguments they would be boxed, many
 * times for each look.
 */
export type VenueTimes = Float64Array;

/** When the next request arrives. */
export const ARRIVAL = 0;
/** When the next sweep comes. */
export const SWEEP = 1;
/** When our executions are read next. */
export const READING = 2;
/** What is being worked out happens now. */
export const NOW = 3;
/** When the last look was. */
export const LOOK = 4;
/** All that happened before then has been worked out. */
export const DONE = 5;

/** All that happens before then is to be worked out. */
export const BEFORE = 6;

/** When the first answer to a request is due here. */
export const ANSWER_DUE = 7;
/** When the first news out of our own lists are due here. */
export const LIST_DUE = 8;

export function createVenueTimes(): VenueTimes {
  const times = new Float64Array(9);
  for (const never of [ARRIVAL, SWEEP, ANSWER_DUE, LIST_DUE]) times[never] = Infinity;
  return times;
}
