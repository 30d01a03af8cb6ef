import type { SlotOrder } from './slotOrder.ts';

/**
 * What the parts of a snapshot venue share and read for each book. It is one plain object, because fields of the parts would
 * cost a chain of loads each, and times passed as arguments would be boxed. Times are the venue's own.
 */
export class VenueState {
  /** When the next request arrives; Infinity when none is on its way. */
  arrivalAt = Infinity;
  /** When the next sweep comes; Infinity while no volume is known. */
  sweepAt = Infinity;
  /** When the next sweep is settled, unless a look comes before. */
  releaseAt = Infinity;
  /** When our executions are read next. It lies in the past as long as there is nothing to report. */
  readingAt = 0;
  /** When they were read last, whether there was something to tell or not. */
  lastReadAt = -Infinity;
  /** The time at which the event that is being worked out happens. */
  now = 0;
  /** When the last look was, and the one before it. */
  lookAt = 0;
  lookedAt = 0;
  /** When the last gap began. */
  blindAt = 0;
  /** Everything that happened before this time has been worked out. */
  doneBefore = 0;
  /** Everything that happens before this time has to be worked out. */
  before = 0;
  /** Orders that rest: the first `openCount` count. Setting the length of an array takes as long as a dozen stores, so these keep theirs. */
  readonly open: SlotOrder[] = [];
  openCount = 0;
  /** Orders that have ended and are still open in what we know: the first `endedCount`. */
  readonly ended: SlotOrder[] = [];
  endedCount = 0;
  /** Whether reading our lists would tell us anything. */
  hasNews = false;
  /** Counts the looks. */
  look = 0;
  /** Whether we have taken some of what the last look shows. */
  hasTaken = false;
  /** Whether anything was swept, or seen to be swept, since the last look. */
  isSwept = false;
  /** So much of what happened since the last look is settled by the next one. */
  unsettled = 0;
  /** When the last look was received. */
  receivedAt = 0;
  /** The touch that statistics have told of since the last look, and when; Infinity when they have told of none. */
  toldBid = Infinity;
  toldAsk = 0;
  toldAt = Infinity;
  /** Statistics tell of a touch: what they have told of worse remains until the next look. */
  told(bid: number, ask: number): void {
    const isFirst = this.toldAt === Infinity;
    if (isFirst) this.toldAt = this.doneBefore;
    if (isFirst || bid < this.toldBid) this.toldBid = bid;
    if (isFirst || ask > this.toldAsk) this.toldAsk = ask;
  }

  /** How many lots usually stand near the best price of a side, a running mean; 0 before the first look. */
  nearLots = 0;
}
