import { seededRandom } from '../base/random.ts';
import type { FillModel } from './fillModel.ts';

/** How far the drawn constants may lie from the fitted ones. Found by `fidelity-fit`, as those are. */
export interface DrawSpread {
  /** The mean size of a sweep, and the volume, are up to so many times as large or as small. */
  readonly sweeps: number;
  readonly volume: number;
  /** The shares `holeShare` and `movedShare` are drawn from this share of the way to 0 and to 1 on either side. */
  readonly shares: number;
  /** Each request takes longer or less long by up to this share of the way to the venue. */
  readonly latency: number;
}

export const DRAW_SPREAD: DrawSpread = { sweeps: 1.6, volume: 1.35, shares: 0.5, latency: 0.5 };

/**
 * The model with what nobody can know drawn anew: its constants within what is plausible, where in the queue an order stood, how
 * long requests take, which sweeps there were and in what order things happened within a poll. The same number gives the same draw.
 */
export function drawnModel(model: FillModel, number: number, spread: DrawSpread = DRAW_SPREAD): FillModel {
  const random = seededRandom(`drawn-model:${number}`);
  const factor = (most: number): number => most ** (2 * random.next() - 1);
  const share = (fitted: number): number => {
    const way = (2 * random.next() - 1) * spread.shares;
    return way < 0 ? fitted * (1 + way) : fitted + (1 - fitted) * way * fitted;
  };
  return {
    ...model,
    queueShare: random.next(),
    holeShare: share(model.holeShare),
    movedShare: share(model.movedShare),
    sweepTouches: model.sweepTouches * factor(spread.sweeps),
    volumeShare: model.volumeShare * factor(spread.volume),
    latencySpread: spread.latency,
    draw: number,
  };
}
