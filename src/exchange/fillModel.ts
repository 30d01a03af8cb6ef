import { assert } from '../base/assert.ts';

/**
 * How a snapshot model fills in what polled books do not show: what became of the orders ahead of ours, and what was traded
 * between two looks. Data: a band is three of these run over the same recording.
 */
export interface FillModel {
  /** Of what left the queue at our price, the share that is taken to have stood ahead of us, 0 to 1. */
  readonly queueShare: number;
  /** Of an order that stood behind others and now stands alone before them, the share that is taken to have been swept too, 0 to 1. */
  readonly holeShare: number;
  /**
   * What is made of the traded volume between looks. `none`: nothing is filled by it. `one-side`: it is dealt out as sweeps,
   * each against bids or asks. `both-sides`: each sweep meets bids and asks.
   */
  readonly sweeps: 'none' | 'one-side' | 'both-sides';
  /** Mean size of a sweep, as a multiple of the usual size of the best level. */
  readonly sweepTouches: number;
  /** How long others take to refill what a sweep took, in milliseconds. */
  readonly refillMs: number;
  /**
   * What met the venue between two looks met the first or the second, and was before or after what the second one shows:
   * `worse` takes the worse of both for true, `better` the better, `chance` one of them.
   */
  readonly between: 'worse' | 'chance' | 'better';
  /**
   * By chance: of what a look shows to have moved, the share that had moved right after the look before. The rest moves at any time
   * between them. 0 to 1.
   */
  readonly movedShare: number;
  /** How much of the volume that statistics tell of is dealt out. */
  readonly volumeShare: number;
  /** Each request takes longer or less long on its way to the venue by up to this share, by chance. */
  readonly latencySpread: number;
  /** Which draw it is, where constants are drawn: see `drawnModel`. What is left to chance is drawn by it too. */
  readonly draw?: number;
}

/** Throws where a constant is none. */
export function checkFillModel({ refillMs, queueShare, holeShare, movedShare }: FillModel): void {
  assert(refillMs > 0, `a sweep can't be refilled in ${refillMs} ms`);
  for (const share of [queueShare, holeShare, movedShare]) assert(share >= 0 && share <= 1, `a share is 0 to 1, not ${share}`);
}

/**
 * The band. Of the fitted model, `sweepTouches` and `movedShare` were found on the calm market of seeds 1001 to 1008, `holeShare` and
 * `refillMs` on seeds 1001 to 1010 of the simulated venue, by `npm --prefix bench run fidelity-fit`; docs/backtest-honestly.md says how
 * far that goes. In the optimistic one the volume comes in sweeps half as large, twice as many, and each of them comes to both sides.
 */
export const FILL_MODELS: Readonly<Record<'pessimistic' | 'fitted' | 'optimistic', FillModel>> = {
  pessimistic: {
    queueShare: 0,
    holeShare: 0,
    sweeps: 'none',
    sweepTouches: 15,
    refillMs: 400,
    between: 'worse',
    movedShare: 0,
    volumeShare: 1,
    latencySpread: 0,
  },
  fitted: {
    queueShare: 0.5,
    holeShare: 1,
    sweeps: 'one-side',
    sweepTouches: 11,
    refillMs: 400,
    between: 'chance',
    movedShare: 0.05,
    volumeShare: 1,
    latencySpread: 0,
  },
  optimistic: {
    queueShare: 1,
    holeShare: 1,
    sweeps: 'both-sides',
    sweepTouches: 5,
    refillMs: 400,
    between: 'better',
    movedShare: 0,
    volumeShare: 1,
    latencySpread: 0,
  },
};
