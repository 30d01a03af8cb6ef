import { assert } from '../base/assert.ts';
import { checkFillModel, type FillModel } from './fillModel.ts';
import type { Foresight } from './foresight.ts';
import type { RequestRate } from './requestBudget.ts';

export interface SnapshotVenueOptions {
  /** Whole milliseconds on the way to the venue and back. */
  readonly latency: { readonly entryMs: number; readonly responseMs: number };
  /** How often our own orders and executions are read; see `OwnListReadings`. */
  readonly visibleEveryMs: number;
  /** Default 50. */
  readonly visibleAfterMs?: number;
  readonly model: FillModel;
  /** As shares: what a fill costs decides whether it is the worse or the better. Default 0. */
  readonly makerFee?: number;
  readonly takerFee?: number;
  /** By it the outer models judge what nobody can know. Without it they judge by the look itself. */
  readonly foresight?: Foresight | undefined;
  /** Orders at once, those that have ended and are not yet told of included. */
  readonly mostOrders: number;
  /** Without it every request leaves at once. */
  readonly rate?: RequestRate | undefined;
  /** The seed of the sweeps between looks. All bands and strategies have the same one, so that they meet the same market. */
  readonly seed?: number | string;
}

/** Throws where the options can't be meant. */
export function checkOptions({ latency, visibleEveryMs, visibleAfterMs = 50, model }: SnapshotVenueOptions): void {
  checkFillModel(model);
  for (const ms of [latency.entryMs, latency.responseMs])
    assert(Number.isInteger(ms) && ms >= 0, `a latency is whole milliseconds, not ${ms}`);
  assert(visibleEveryMs > 0 && visibleAfterMs >= 0, `own orders can't be read every ${visibleEveryMs} ms`);
}
