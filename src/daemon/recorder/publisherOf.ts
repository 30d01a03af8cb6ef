import type { Clock } from '../../base/clock.ts';
import type { TellTrouble } from '../../base/tellTrouble.ts';
import { MarketPublisher } from '../../feed/marketPublisher.ts';
import type { Settings } from '../../settings/loadSettings.ts';

const MEBIBYTE = 1024 * 1024;

/** The publisher of `record.publish`. Undefined without one. */
export function publisherOf(
  { feeds, venue, record }: Pick<Settings, 'feeds' | 'venue' | 'record'>,
  clock: Clock,
  onTrouble: TellTrouble,
): MarketPublisher | undefined {
  const server = feeds?.publish;
  if (server === undefined || venue.exchange === undefined || record === undefined) return undefined;
  const limits = { keepMs: record.publishedFor, mostBytes: record.publishedMost * MEBIBYTE };
  return new MarketPublisher({ server, clock, venue: new URL(venue.exchange.url).host, limits, onTrouble });
}
