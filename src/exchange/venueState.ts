import type { SlotOrder } from './slotOrder.ts';

/**
 * What the parts of a snapshot venue share and look at for each book. One plain object: as fields of the parts it would be
 * a chain of loads for each, and as arguments times would be boxed. Times are the venue's own.
 */
export class VenueState {
  /** When the next request arrives; Infinity when none is on its way. */
  arrivalAt = Infinity;
  /** When the next sweep comes; Infinity while no volume is known. */
  sweepAt = Infinity;
  /** When our executions are read next; behind, as long as nothing would be told. */
  readingAt = 0;
  /** What is being worked out happens now. */
  now = 0;
  /** When the last look was, and the one before it. */
  lookAt = 0;
  lookedAt = 0;
  /** All that happened before then has been worked out. */
  doneBefore = 0;
  /** All that happens before then is to be worked out. */
  before = 0;
  /** Orders that rest. */
  readonly open: SlotOrder[] = [];
  /** Orders that have ended and are still open in what we know. */
  readonly ended: SlotOrder[] = [];
  /** Reading our lists would tell something. */
  hasNews = false;
  /** Counts the looks. */
  look = 0;
  /** Of what the last look shows we have taken something. */
  hasTaken = false;
  /** Something was swept or seen to be since the last look. */
  isSwept = false;
  /** The usual size of the best level, a running mean; 0 before the first look. */
  touchLots = 0;
}
