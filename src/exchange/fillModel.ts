/**
 * How a snapshot model fills in what polled books do not show: what became of the orders ahead of ours, and what was traded
 * between two looks. Data: a band is three of these run over the same recording.
 */
export interface FillModel {
  /** Of what left the queue at our price, the share that is taken to have stood ahead of us, 0 to 1. */
  readonly queueShare: number;
  /** Whether an order that the other side has crossed is filled whole, or only by as much as is shown there. */
  readonly crossing: 'shown' | 'whole';
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
}

/**
 * The band. Of the fitted model, `holeShare`, `sweepTouches` and `refillMs` were found on seeds 1001 to 1010 of the simulated
 * venue by `npm --prefix bench run fidelity-fit`; docs/backtest-honestly.md says how far that goes. In the optimistic one the
 * volume comes in sweeps a third as large, three times as many, and each of them comes to both sides.
 */
export const FILL_MODELS: Readonly<Record<'pessimistic' | 'fitted' | 'optimistic', FillModel>> = {
  pessimistic: { queueShare: 0, crossing: 'shown', holeShare: 0, sweeps: 'none', sweepTouches: 15, refillMs: 400 },
  fitted: { queueShare: 0.5, crossing: 'whole', holeShare: 1, sweeps: 'one-side', sweepTouches: 15, refillMs: 400 },
  optimistic: { queueShare: 1, crossing: 'whole', holeShare: 1, sweeps: 'both-sides', sweepTouches: 5, refillMs: 400 },
};
