import type { PublisherStatus } from '../feed/marketPublisher.ts';
import type { StreamStatus } from '../feed/streamFeed.ts';
import { counter, gauge, type MetricRow, type MetricSource, one, type StatusMetric } from './metric.ts';

/** What is published, and what comes from a stream. They are missing where nothing is. */
export const streamMetrics: readonly StatusMetric[] = [
  gauge('sluice_publisher_up', '1 while the market is published; missing where it is not to be', [], (source) =>
    published(source, ({ state }) => (state === 'publishing' ? 1 : 0)),
  ),
  counter('sluice_publisher_rows_total', 'Books and rows of statistics that were published', [], (source) =>
    published(source, ({ rows }) => rows),
  ),
  counter('sluice_publisher_dropped_total', 'Those that the server was away for too long to take, or does not take', [], (source) =>
    published(source, ({ dropped }) => dropped),
  ),
  gauge('sluice_publisher_lag_seconds', 'For how long the oldest message has waited for the server', [], (source) =>
    published(source, ({ lagMs }) => lagMs / 1000),
  ),
  counter('sluice_publisher_reconnects_total', 'How often the publisher has lost the server', [], (source) =>
    published(source, ({ reconnects }) => reconnects),
  ),
  gauge('sluice_feed_up', '1 while the market comes from a stream; missing where the venue is polled', [], (source) =>
    taken(source, ({ state }) => (state === 'reading' ? 1 : 0)),
  ),
  counter('sluice_feed_rows_total', 'Books and rows of statistics that came from the stream', [], (source) =>
    taken(source, ({ rows }) => rows),
  ),
  counter('sluice_feed_late_total', 'Those of them that were too old to trade on', [], (source) => taken(source, ({ late }) => late)),
  counter('sluice_feed_missing_total', 'Messages that are missing from the stream', [], (source) =>
    taken(source, ({ missing }) => missing),
  ),
  gauge('sluice_feed_lag_seconds', 'From when the publisher had the last book until it was here', [], (source) =>
    taken(source, ({ lagMs }) => (lagMs === undefined ? undefined : lagMs / 1000)),
  ),
  counter('sluice_feed_reconnects_total', 'How often the reader of the stream has lost the server', [], (source) =>
    taken(source, ({ reconnects }) => reconnects),
  ),
];

function published({ status }: MetricSource, value: (publisher: PublisherStatus) => number): readonly MetricRow[] {
  const publisher = status.recorder?.published;
  return publisher === undefined ? [] : one(value(publisher));
}

function taken({ status: { feed } }: MetricSource, value: (stream: StreamStatus) => number | undefined): readonly MetricRow[] {
  const found = feed === undefined ? undefined : value(feed);
  return found === undefined ? [] : one(found);
}
