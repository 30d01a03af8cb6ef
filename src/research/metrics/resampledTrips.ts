import { seededRandom } from '../../base/random.ts';
import { correlation, quantileOfSorted } from './sampleStatistics.ts';

/** The quantiles that are given. */
export const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

/** With fewer closed round trips nothing is said: the largest of them would decide everything. */
export const LEAST_TRIPS = 30;

const MOST_RUNS = 2000;
const LEAST_RUNS = 200;
/** Draws over all runs, so that a run of a hundred thousand round trips takes no minutes. */
const MOST_DRAWS = 2e7;

/** What other orders and other mixtures of the same round trips would have come to, in the report's currency. */
export interface ResampledTrips {
  readonly trips: number;
  readonly runs: number;
  /** At each of `QUANTILES`: the sum of as many round trips, drawn with replacement. */
  readonly profit: readonly number[];
  /** At each of `QUANTILES`: the deepest fall of their running sum, above zero. */
  readonly drawdown: readonly number[];
  /** The share of runs that end below zero. */
  readonly lossShare: number;
  /** How much neighbouring round trips are alike, from -1 to 1: drawing takes it for 0. NaN where they are all the same. */
  readonly neighbours: number;
}

export interface NoResampledTrips {
  readonly because: string;
}

/** Draws the nets of a strategy's round trips with replacement, again and again. The same seed gives the same. */
export function resampledTrips(nets: readonly number[], seed: string): ResampledTrips | NoResampledTrips {
  if (nets.length < LEAST_TRIPS) return { because: `it needs ${LEAST_TRIPS} closed round trips, and there are ${nets.length}` };
  if (!nets.every(Number.isFinite)) return { because: 'no recorded pair says what a currency of the round trips was worth' };
  const runs = Math.max(LEAST_RUNS, Math.min(MOST_RUNS, Math.floor(MOST_DRAWS / nets.length)));
  const random = seededRandom(seed);
  const profits: number[] = [];
  const drawdowns: number[] = [];
  for (let run = 0; run < runs; run++) {
    let [sum, high, fall] = [0.0, 0.0, 0.0];
    for (let left = nets.length; left > 0; left--) {
      sum += nets[random.int(nets.length)]!;
      if (sum > high) high = sum;
      if (high - sum > fall) fall = high - sum;
    }
    profits.push(sum);
    drawdowns.push(fall);
  }
  const at = (values: number[]): number[] => {
    values.sort((a, b) => a - b);
    return QUANTILES.map((share) => quantileOfSorted(values, share));
  };
  const lossShare = profits.filter((profit) => profit < 0).length / runs;
  const neighbours = correlation(nets.slice(1), nets.slice(0, -1));
  return { trips: nets.length, runs, profit: at(profits), drawdown: at(drawdowns), lossShare, neighbours };
}
