import { parseArgs } from 'node:util';
import { FILL_MODELS, type FillModel } from '../src/exchange/fillModel.ts';
import { compared, type Comparison, summaryOf } from './fidelity.ts';
import { type LiveRecording, liveRecording } from './liveRecording.ts';

/** Finds the constants of the fitted model that come nearest to what happened, on seeds that are not reported on. */
const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '1001' },
    seeds: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '5' },
  },
});

const recordings: LiveRecording[] = [];
for (let i = 0; i < Number(values.seeds); i++) {
  recordings.push(
    await liveRecording({
      seed: Number(values.first) + i,
      minutes: Number(values.minutes),
      booksMs: 1000,
      latencyMs: 20,
      character: 'calm',
      trouble: 'none',
    }),
  );
}

const candidates: Pick<FillModel, 'sweepTouches' | 'holeShare' | 'refillMs' | 'movedShare'>[] = [];
for (const sweepTouches of [9, 11, 13, 15])
  for (const holeShare of [0.7, 1]) candidates.push({ sweepTouches, holeShare, refillMs: 400, movedShare: 0.05 });
for (const refillMs of [100, 800]) candidates.push({ sweepTouches: 11, holeShare: 1, refillMs, movedShare: 0.05 });
for (const movedShare of [0, 0.2, 0.4]) candidates.push({ sweepTouches: 11, holeShare: 1, refillMs: 400, movedShare });

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
