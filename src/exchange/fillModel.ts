import { assert } from '../base/assert.ts';

/**
 * How a snapshot model fills in what polled books do not show: what became of the orders ahead of ours, and what was traded
 * between two looks. Data: a band is three of these run over the same recording.
 */
export interface FillModel {
  /** By chance: of what left the queue at our price, the share that is taken to have stood ahead of us, 0 to 1. */
  readonly queueShare: number;
  /** By chance: of an order that stood behind others and now stands alone before them, the share that is taken to have been swept too, 0 to 1. */
  readonly holeShare: number;
  /**
   * What is made of the traded volume between looks: sweeps, each against bids or asks (`one-side`), or each against both.
   */
  readonly sweeps: 'one-side' | 'both-sides';
  /** Mean size of a sweep, as a multiple of what usually stands within 10 bps of the best price. */
  readonly sweepSize: number;
  /** How much more than half of the sweeps go the way of the price, once it has gone by `leanSpreads` spreads. 0 to 0.5. */
  readonly lean: number;
  readonly leanSpreads: number;
  /** Takers go the way of a trend too: so much of the distance, in spreads, that the mid has come from its mean of the last looks is added. */
  readonly trendLean: number;
  /** By chance, takers go one way for some looks: about so much more than half of them, 0 to 0.5. It is for draws. */
  readonly swing: number;
  /**
   * By chance, some takers know where the price goes: so much more than half of the sweeps go there, once the half minute after a look stands
   * a spread away. 0 to 1. It is for draws over a recording, which can tell.
   */
  readonly informed: number;
  /** By chance: an order that the other side has reached is filled whole, where less than that is shown, in this share of the cases. 0 to 1. */
  readonly crossShare: number;
  /** By chance: an order that stands alone and that the mid has passed is filled by a look in this share of the cases. 0 to 1. */
  readonly pastShare: number;
  /** How long others take to refill what a sweep took, in milliseconds. */
  readonly refillMs: number;
  /**
   * What met the venue between two looks met the first or the second, and was before or after what the second one shows:
   * `worse` takes the worse of both for true, `better` the better, `chance` one of them. The same goes for what may have met an
   * order that rests: of that, `worse` takes for true what loses, `better` what gains (see `Outlook`), and `chance` what the shares
   * here say.
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

/** Whether the model asks what became of the market. */
export function looksAhead({ between, informed }: Pick<FillModel, 'between' | 'informed'>): boolean {
  return between !== 'chance' || informed > 0;
}

/** Throws where a constant is none. */
export function checkFillModel(model: FillModel): void {
  const { refillMs, queueShare, holeShare, crossShare, pastShare, movedShare, lean, leanSpreads, trendLean, swing, informed } = model;
  assert(refillMs > 0, `a sweep can't be refilled in ${refillMs} ms`);
  for (const share of [queueShare, holeShare, crossShare, pastShare, movedShare])
    assert(share >= 0 && share <= 1, `a share is 0 to 1, not ${share}`);
  assert(lean >= 0 && lean <= 0.5 && leanSpreads > 0, `takers can't lean by ${lean} within ${leanSpreads} spreads`);
  assert(trendLean >= 0, `takers can't lean against a trend, by ${trendLean}`);
  assert(swing >= 0 && swing <= 0.5, `takers can't swing by ${swing}`);
  assert(informed >= 0 && informed <= 1, `takers can't be informed by ${informed}`);
}

/**
 * The band. The constants of the fitted model were found on the markets of seeds 1001 to 1014 of the simulated venue, as
 * docs/backtest-honestly.md says. In the outer ones the volume comes in smaller sweeps, more of them, and each comes to both sides; in
 * the pessimistic one there is eight times as much of it, since statistics of 24 hours know of a burst when it is over.
 */
export const FILL_MODELS: Readonly<Record<'pessimistic' | 'fitted' | 'optimistic', FillModel>> = {
  pessimistic: {
    queueShare: 0,
    holeShare: 0,
    sweeps: 'both-sides',
    sweepSize: 0.3,
    lean: 0,
    leanSpreads: 1,
    trendLean: 0,
    swing: 0,
    informed: 0,
    crossShare: 1,
    pastShare: 1,
    refillMs: 400,
    between: 'worse',
    movedShare: 0,
    volumeShare: 8,
    latencySpread: 0,
  },
  fitted: {
    queueShare: 0.5,
    holeShare: 1,
    sweeps: 'one-side',
    sweepSize: 0.38,
    lean: 0.5,
    leanSpreads: 0.5,
    trendLean: 0.3,
    swing: 0,
    informed: 0,
    crossShare: 0.6,
    pastShare: 0.25,
    refillMs: 400,
    between: 'chance',
    movedShare: 0.02,
    volumeShare: 1,
    latencySpread: 0,
  },
  optimistic: {
    queueShare: 1,
    holeShare: 1,
    sweeps: 'both-sides',
    sweepSize: 0.45,
    lean: 0,
    leanSpreads: 1,
    trendLean: 0,
    swing: 0,
    informed: 0,
    crossShare: 0,
    pastShare: 0,
    refillMs: 400,
    between: 'better',
    movedShare: 0,
    volumeShare: 1,
    latencySpread: 0,
  },
};
