import type { Clock } from '../../base/clock.ts';
import { seededRandom } from '../../base/random.ts';
import type { TellTrouble } from '../../base/tellTrouble.ts';
import { type FeedUsage, marketFeed } from '../../gateway/marketFeed.ts';
import type { MarketDataClient } from '../../gateway/marketDataClient.ts';
import type { MarketPublisher } from '../../feed/marketPublisher.ts';
import type { Pair } from '../../model/pair.ts';
import { openRecorder, type RecorderUsage } from './recorder.ts';

export interface RecordMarketsOptions {
  readonly client: MarketDataClient;
  readonly clock: Clock;
  readonly pairs: readonly Pair[];
  readonly dir: string;
  readonly everyMs: number;
  readonly statisticsMs: number;
  readonly depth: number;
  readonly keepMs: number | undefined;
  /** Takes the same, for others. */
  readonly publisher?: MarketPublisher | undefined;
  /** Warnings for people, about the market and about the disk. */
  readonly onTrouble: TellTrouble;
  /** The feed has ended, which happens only when the program is wrong. */
  readonly onFailure: (error: unknown) => void;
}

/** A recording that is under way. */
export interface MarketRecording {
  usage(): RecorderUsage;
  feedUsage(): FeedUsage;
  /** Ends the polls, then writes everything. */
  close(): Promise<void>;
}

/** Polls books and statistics and records them without trading. Rejects as `openRecorder` does. */
export async function recordMarkets(options: RecordMarketsOptions): Promise<MarketRecording> {
  const { client, clock, pairs, dir, everyMs, statisticsMs, depth, keepMs, publisher, onTrouble, onFailure } = options;
  const recorded = pairs.map((pair) => ({ pair, everyMs, depth }));
  const recorder = await openRecorder({ dir, clock, pairs: recorded, keepMs, quotes: false, onTrouble });
  publisher?.begin(recorded);
  const random = seededRandom(`record:${clock.now()}:${process.pid}`);
  const feed = marketFeed({ client, pairs, every: { bookMs: everyMs, statisticsMs }, depth, clock, random });
  const subscription = feed.events$.subscribe({
    next: (event) => {
      recorder.market(event);
      publisher?.market(event);
      if (event.type === 'market-warning') onTrouble(`${event.symbol} ${event.kind}: ${event.detail}`);
    },
    error: onFailure,
  });
  return {
    usage: () => recorder.usage(),
    feedUsage: () => feed.usage(),
    async close() {
      subscription.unsubscribe();
      await Promise.all([recorder.close(), publisher?.close()]);
    },
  };
}
