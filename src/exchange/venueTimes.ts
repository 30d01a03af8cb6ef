/**
 * Moments of a snapshot venue, by its own time. One object that its parts share: as arguments they would be
 * boxed, many times for each look.
 */
export class VenueTimes {
  /** When the next request arrives; Infinity when none is on its way. */
  arrivalAt = Infinity;
  /** When the next sweep comes; Infinity while no volume is known. */
  sweepAt = Infinity;
  /** When our executions are read next. */
  readingAt = 0;
  /** What is being worked out happens now. */
  now = 0;
  /** When the last look was. */
  lookAt = 0;
  /** All that happened before then has been worked out. */
  doneBefore = 0;
  /** All that happens before then is to be worked out. */
  before = 0;
}
