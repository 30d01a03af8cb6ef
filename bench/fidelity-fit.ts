import { parseArgs } from 'node:util';
import { FILL_MODELS, type FillModel } from '../src/exchange/fillModel.ts';
import { MARKET_CHARACTERS } from '../src/simulator/market/character.ts';
import type { Comparison } from './comparison.ts';
import { compared, oneOf } from './fidelity.ts';
import { summaryOf } from './fidelitySummary.ts';
import { keptLive } from './keptLive.ts';
import type { LiveRecording } from './liveRecording.ts';

/** Finds the constants of the fitted model that come nearest to what happened, on seeds that are not reported on. */
const { values } = parseArgs({
  options: {
    character: { type: 'string', default: 'calm' },
    first: { type: 'string', default: '1001' },
    seeds: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '5' },
    // As for `fidelity`.
    keep: { type: 'string' },
  },
});

const recordings: LiveRecording[] = [];
for (let i = 0; i < Number(values.seeds); i++) {
  recordings.push(
    await keptLive(values.keep, {
      seed: Number(values.first) + i,
      minutes: Number(values.minutes),
      booksMs: 1000,
      latencyMs: 20,
      character: oneOf(MARKET_CHARACTERS, values.character),
      trouble: 'none',
    }),
  );
}

type Candidate = Pick<FillModel, 'sweepSize' | 'lean' | 'leanSpreads' | 'trendLean' | 'crossShare' | 'pastShare' | 'movedShare'>;

const { sweepSize, lean, leanSpreads, trendLean, crossShare, pastShare, movedShare } = FILL_MODELS.fitted;
const fitted: Candidate = { sweepSize, lean, leanSpreads, trendLean, crossShare, pastShare, movedShare };
const candidates: Candidate[] = [fitted];
for (const size of [0.3, 0.6, 0.9]) candidates.push({ ...fitted, sweepSize: size });
for (const [share, spreads] of [
  [0, 1],
  [0.35, 1],
  [0.45, 0.7],
] as const)
  candidates.push({ ...fitted, lean: share, leanSpreads: spreads });
for (const share of [0, 0.05, 0.2]) candidates.push({ ...fitted, movedShare: share });
for (const spreads of [0, 1]) candidates.push({ ...fitted, trendLean: spreads });
for (const share of [0, 1]) candidates.push({ ...fitted, crossShare: share }, { ...fitted, pastShare: share });

const rows = candidates.map((candidate) => {
  const comparisons = recordings
    .flatMap((live) => compared(live, { ...FILL_MODELS, fitted: { ...FILL_MODELS.fitted, ...candidate } }))
    .filter(({ symbol, truth }) => symbol !== 'account' && truth.fills > 0);
  const { 'centre, fills': fills, 'centre, amount': amount, 'centre, profit': profit } = summaryOf(comparisons);
  return { ...candidate, score: scoreOf(comparisons).toFixed(3), fills, amount, profit };
});
console.table(rows.toSorted((a, b) => Number(a.score) - Number(b.score)));

/** The mean error of the fitted model over strategies and seeds: in fills, in amount, and in profit as a share of it. */
function scoreOf(comparisons: readonly Comparison[]): number {
  const errors = comparisons.map(({ truth, bands: { fitted } }) => {
    const off = (of: 'fills' | 'amount' | 'profit'): number => Math.abs(fitted[of] - truth[of]) / Math.abs(truth[of]);
    return (off('fills') + off('amount') + off('profit')) / 3;
  });
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
}
