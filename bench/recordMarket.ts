import type { Instant } from '../src/base/instant.ts';
import { systemClock } from '../src/base/systemClock.ts';
import { BOOK } from '../src/recording/marketCursor.ts';
import { openMarketWriter } from '../src/recording/marketWriter.ts';
import type { SyntheticMarket } from './syntheticMarket.ts';

/**
 * Records a market into a folder by a clock that stands at `now`. Days that are over by then are compressed, so the market's own
 * day gives an open file and a later day a closed one.
 */
export async function recordMarket(folder: string, market: SyntheticMarket, now: Instant): Promise<void> {
  const writer = await openMarketWriter(folder, [market.pair], {
    clock: { ...systemClock, now: () => now },
    depth: 50,
    everyMs: 500,
    normalMs: Infinity,
    mostQueuedBytes: 1e9,
    lock: () => Promise.resolve({ release: () => Promise.resolve() }),
  });
  while (market.next() === BOOK) writer.book(market.book);
  await writer.close();
}
