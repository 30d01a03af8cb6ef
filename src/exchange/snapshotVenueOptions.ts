import type { FillModel } from './fillModel.ts';
import type { RequestRate } from './requestBudget.ts';

export interface SnapshotVenueOptions {
  /** Whole milliseconds on the way to the venue and back. */
  readonly latency: { readonly entryMs: number; readonly responseMs: number };
  /** How often our own orders and executions are read; see `OwnListReadings`. */
  readonly visibleEveryMs: number;
  /** Default 50. */
  readonly visibleAfterMs?: number;
  readonly model: FillModel;
  /** Orders at once, those that have ended and are not yet told of included. */
  readonly mostOrders: number;
  /** Without it every request leaves at once. */
  readonly rate?: RequestRate | undefined;
  /** Of the sweeps between looks. The same seed for all bands and strategies, so that they meet the same market. */
  readonly seed?: number | string;
}
