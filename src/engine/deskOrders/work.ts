import type { Instant } from '../../base/instant.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import type { WorkedKind } from '../../model/deskOrder.ts';

/** How often a worked order places a part, at the most, and how many parts a TWAP has, at the most. */
const LEAST_SLICE_MS = 5000;
const USUAL_SLICE_MS = 60_000;
const FEW_SLICES = 10;
const MOST_SLICES = 500;

/** What a worked order was asked for, beyond side, amount and price. Numbers that its kind does not have are 0. */
export interface WorkTerms {
  readonly kind: WorkedKind;
  /** TWAP only: how many slices its time has, and how long each is. */
  readonly slices: number;
  readonly sliceMs: number;
  /** POV only: its share of what is traded. */
  readonly share: number;
  /** Iceberg only: how much it shows. */
  readonly showLots: number;
  /** Peg only: how many ticks behind the best price of its own side. */
  readonly offsetTicks: number;
}

/** The book at the arrival of a worked order: twice its mid, and the walk that would have taken all of it at once. In ticks and lots. */
export interface ArrivalBook {
  readonly twoMids: number;
  readonly lots: number;
  /** How much the polled levels held of it, and ticks times lots of that. */
  readonly walked: number;
  readonly worth: number;
}

/** A worked order's progress, beyond what its parts have executed. It is saved before each part is sent. */
export interface WorkState {
  /** How many parts were sent. */
  parts: number;
  /** TWAP only: the number of the slice that was sent last. */
  slice: number;
  /** POV only: the lots that the market has traded while it might trade. A signal. */
  counted: number;
  arrival: ArrivalBook | undefined;
}

/** What makes a desk order a worked one. */
export class Work {
  readonly terms: WorkTerms;
  readonly state: WorkState;
  /** POV only: the 24-hour figures that it saw last, and their volume in lots. NaN before the first in this life. */
  seen: PairStatistics | undefined = undefined;
  dayLots = NaN;
  seenAt: Instant = -Infinity;
  /** When it was looked at last with something at the venue. */
  busyAt: Instant = -Infinity;

  constructor(terms: WorkTerms, state: WorkState = { parts: 0, slice: -1, counted: 0, arrival: undefined }) {
    this.terms = terms;
    this.state = state;
  }
}

/** How a TWAP of so many lots is cut: a slice a minute, yet ten at least where that leaves 5 s for each, and none below twice the least order. */
export function slicesOf(overMs: number, lots: number, least: number): { readonly slices: number; readonly sliceMs: number } {
  const wanted = Math.min(MOST_SLICES, Math.max(FEW_SLICES, Math.round(overMs / USUAL_SLICE_MS)));
  const slices = Math.max(1, Math.min(wanted, Math.floor(overMs / LEAST_SLICE_MS), Math.floor(lots / (2 * least))));
  return { slices, sliceMs: overMs / slices };
}
