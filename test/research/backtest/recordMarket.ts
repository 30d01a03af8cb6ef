import { dec } from '../../../src/base/decimal.ts';
import { type Instant } from '../../../src/base/instant.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { createBook, showLevels } from '../../../src/model/book.ts';
import { openMarketWriter } from '../../../src/recording/marketWriter.ts';
import { pairOf } from '../../recording/worlds.ts';

export const RECORDED_AT: Instant = Date.UTC(2026, 9, 5);

/** Records a market that wanders, a book each second, and the quotes of conversions from EUR. */
export async function recordMarket(dir: string, symbol: string, seconds: number): Promise<void> {
  const pair = pairOf(symbol);
  const clock = new VirtualClock(RECORDED_AT);
  const lock = async (): Promise<{ release: () => Promise<void> }> => ({ release: async () => undefined });
  const writer = await openMarketWriter(dir, [pair], { clock, depth: 50, everyMs: 1000, quotes: true, lock });
  const random = seededRandom(symbol);
  const book = createBook(symbol, pair.grid);
  let mid = 6_000_000;
  for (let i = 0; i < seconds; i++) {
    mid += random.int(2001) - 1000;
    for (const [side, sign] of [
      [book.bids, -1],
      [book.asks, 1],
    ] as const) {
      for (let level = 0; level < 5; level++) {
        side.ticks[level] = mid + sign * (100 + level * 50);
        side.lots[level] = 10_000 + random.int(50_000);
      }
      showLevels(side, 0, 5);
    }
    const at = RECORDED_AT + i * 1000;
    Object.assign(book, { receivedAt: at, exchangeAt: at - 20, sequence: i, depth: 50 });
    writer.book(book);
  }
  const offer = {
    fromAmount: dec('25'),
    toAmount: dec('0.0004'),
    rate: dec('0.000016'),
    quotedAt: RECORDED_AT + 5000,
    validTo: RECORDED_AT + 9000,
  };
  const asked = { askedAt: RECORDED_AT + 4900, decidedAt: RECORDED_AT + 9000, fromCurrency: 'EUR', toCurrency: pair.base };
  writer.quote({ ...asked, size: { fromAmount: dec('25') }, offer, outcome: 'expired', code: undefined, symbol, mid: undefined });
  await writer.close();
}
