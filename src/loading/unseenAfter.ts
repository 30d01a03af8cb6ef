import type { Settings } from '../settings/loadSettings.ts';

interface PollSettings extends Pick<Settings, 'poll'> {
  readonly venue: Pick<Settings['venue'], 'rateLimit'>;
}

/**
 * The time without a book after which a market counts as unseen, in milliseconds. Recordings use the same rule: books further
 * apart have a gap between them. Where the rate limit spreads the polls of many symbols, the time grows with them.
 */
export function unseenAfter({ poll, venue }: PollSettings, symbols: number): number {
  const paceMs = Math.max(poll.books, (1000 * symbols) / venue.rateLimit.perSecond);
  return Math.max(5 * paceMs, 2000);
}
