import type { Instant } from '../../../src/base/instant.ts';
import { seededRandom } from '../../../src/base/random.ts';
import type { BacktestMarket } from '../../../src/research/backtest/backtestOptions.ts';
import { BTC } from '../../engine/fixtures.ts';
import { type Levels, recordedMarket, type Row } from '../backtest/recordedMarket.ts';

export const WANDERS_FROM: Instant = Date.UTC(2026, 10, 20, 22);

/** BTC/EUR, a book about every second, with statistics and a gap now and then. */
export function wanderingMarket(seed: string, books: number, everyMs = 1000): BacktestMarket {
  const random = seededRandom(seed);
  const rows: Row[] = [];
  let mid = 6_000_000;
  let volume = 1000;
  let at = 0;
  const levels = (best: number, sign: 1 | -1): Levels =>
    Array.from({ length: 5 }, (_, i) => [((best + sign * i * 30) / 100).toFixed(2), ((1 + random.int(400)) / 100).toFixed(5)]);
  for (let i = 0; i < books; i++) {
    at += everyMs - 200 + random.int(400);
    mid += Math.round(random.normal() * 300);
    if (i % 97 === 50) {
      rows.push({ from: at, at: at + 7000, reason: 'poll-failed' });
      at += 7200;
    }
    if (i % 10 === 0) rows.push({ at, baseVolume: (volume += random.int(300) / 100).toFixed(2) });
    const half = 40 + random.int(400);
    rows.push({ at, bids: levels(mid - half, -1), asks: levels(mid + half, 1) });
  }
  return { ...recordedMarket(BTC, rows, WANDERS_FROM), span: { from: WANDERS_FROM, to: WANDERS_FROM + at } };
}
