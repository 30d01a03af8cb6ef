import { type Random, seededRandom } from '../base/random.ts';
import type { FillModel } from './fillModel.ts';

/** How far the drawn constants may lie from the fitted ones. */
export interface DrawSpread {
  /** The mean size of a sweep, and the volume, are up to so many times as large or as small: for all markets alike, and so again for each. */
  readonly sweeps: number;
  readonly volume: number;
  /** Shares are drawn up to this share of the way to 0, and as far to the other side. */
  readonly shares: number;
  /** Each request takes longer or less long by up to this share of the way to the venue. */
  readonly latency: number;
  /** Takers go one way for some looks, so much more than half of them. */
  readonly swing: number;
  /** Up to so much more than half of the takers go where the price stands later. */
  readonly informed: number;
}

export const DRAW_SPREAD: DrawSpread = { sweeps: 1.5, volume: 1.8, shares: 0.9, latency: 0.5, swing: 0.3, informed: 0.6 };

/**
 * The model with what nobody can know drawn anew: its constants within what is plausible, where in the queue an order stood, how
 * long requests take, which sweeps there were and in what order things happened within a poll. The same number gives the same draw.
 */
export function drawnModel(model: FillModel, number: number, spread: DrawSpread = DRAW_SPREAD): FillModel {
  const random = seededRandom(`drawn-model:${number}`);
  const share = (fitted: number): number => Math.min(1, fitted * (1 + (2 * random.next() - 1) * spread.shares));
  return {
    ...variedFlow(model, random, spread),
    queueShare: random.next(),
    holeShare: share(model.holeShare),
    movedShare: share(model.movedShare),
    trendLean: share(model.trendLean),
    swing: spread.swing,
    crossShare: random.next(),
    pastShare: random.next(),
    informed: random.next() * spread.informed,
    latencySpread: spread.latency,
    draw: number,
  };
}

/** The model of one market, where it is drawn: each market differs from what all have in common. Else the model itself. */
export function marketModel(model: FillModel, symbol: string, spread: DrawSpread = DRAW_SPREAD): FillModel {
  if (model.draw === undefined) return model;
  return variedFlow(model, seededRandom(`drawn-model:${model.draw}:${symbol}`), spread);
}

function variedFlow(model: FillModel, random: Random, spread: DrawSpread): FillModel {
  const factor = (most: number): number => most ** (2 * random.next() - 1);
  return {
    ...model,
    sweepSize: model.sweepSize * factor(spread.sweeps),
    volumeShare: model.volumeShare * factor(spread.volume),
  };
}
