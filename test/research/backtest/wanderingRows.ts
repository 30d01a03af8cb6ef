import { seededRandom } from '../../../src/base/random.ts';
import type { TrialPair } from '../../../src/research/check/trialPairs.ts';
import type { Row } from './recordedMarket.ts';

/** A market that wanders, with wide spreads now and then. The same pair and times give the same one. */
export function wanderingRows({ symbol, firstMid, lotsScale }: TrialPair, lengthMs: number, everyMs: number): Row[] {
  const random = seededRandom(`examples ${symbol}`);
  const scale = firstMid / 6_000_000;
  const rows: Row[] = [];
  let mid = firstMid;
  for (let at = 0; at < lengthMs; at += everyMs) {
    mid += Math.round(random.normal() * 2500 * scale);
    const half = Math.max(1, Math.round((random.int(20) === 0 ? 4000 : 100) * scale));
    const lots = 200_000 * lotsScale;
    if (at % 600_000 === 0) rows.push({ at, baseVolume: String(1000 + at / 600_000) });
    rows.push({
      at: at + 1,
      bids: [
        [mid - half, lots],
        [mid - 2 * half, lots],
      ],
      asks: [
        [mid + half, lots],
        [mid + 2 * half, lots],
      ],
    });
  }
  return rows;
}
