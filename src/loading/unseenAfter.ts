import type { Settings } from '../settings/loadSettings.ts';

interface PollSettings extends Pick<Settings, 'poll'> {
  readonly venue: Pick<Settings['venue'], 'rateLimit'>;
}

/**
 * The time without a book after which nothing is known of a market, in milliseconds. As a recording has it: books further apart
 * have a gap between them. With more to poll than fits, they come round later.
 */
export function unseenAfter({ poll, venue }: PollSettings, symbols: number): number {
  const paceMs = Math.max(poll.books, (1000 * symbols) / venue.rateLimit.perSecond);
  return Math.max(5 * paceMs, 2000);
}
