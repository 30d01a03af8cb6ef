import { DAY_MS } from '../../src/base/instant.ts';
import { seededRandom } from '../../src/base/random.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { openMarketWriter } from '../../src/recording/marketWriter.ts';
import { DAY, giver, type Kept, type Levels, PAIR, writerOptions } from './worlds.ts';

const random = seededRandom(11);
const side = (step: number): Levels => Array.from({ length: 40 }, (_, i) => [500 + step * (i * 3 + 1), 1 + random.int(2 ** 32)] as const);
/** Books that do not compress, so that the day has several frames. */
export const HISTORY: readonly Kept[] = Array.from({ length: 2000 }, (_, i): Kept => {
  const at = DAY + i * 40_000;
  return { type: 'book', at, exchangeAt: at - 5, depth: 40, bids: side(-1), asks: side(1) };
});

/** Records the history below a folder, as a day that is closed. */
export async function recordDay(path: string): Promise<void> {
  const clock = new VirtualClock(DAY + 2 * DAY_MS);
  const writer = await openMarketWriter(path, [PAIR], writerOptions({ clock, mostQueuedBytes: 1e9, chunks: { keyframeBooks: 100 } }));
  const give = giver();
  for (const record of HISTORY) give(writer, record);
  await writer.close();
}

/** Records are compared as texts, which is much faster for so many levels. */
export const textsOf = (records: readonly Kept[]): string[] => records.map((record) => JSON.stringify(record));
