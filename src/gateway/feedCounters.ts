import { noTroubles, type Trouble } from '../market/troubles.ts';

/** Counts what a feed has met. Everything that is left out is counted. */
export interface FeedCounters {
  /** Requests that were answered, well or badly. */
  answered: number;
  failed: number;
  /** Bytes of the answers. */
  bytes: number;
  /** Books that were passed on. */
  delivered: number;
  /** Levels with amount zero. */
  droppedLevels: number;
  /** Books whose levels were not best first. */
  reordered: number;
  /** Polls that found the trouble. */
  readonly troubles: Record<Trouble, number>;
}

export function noFeedCounters(): FeedCounters {
  return { answered: 0, failed: 0, bytes: 0, delivered: 0, droppedLevels: 0, reordered: 0, troubles: noTroubles() };
}
