import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import type { FeeRates } from './fees.ts';
import type { FillModel } from './fillModel.ts';
import type { Foresight } from './foresight.ts';
import type { RequestRate } from './requestBudget.ts';
import type { Wallets } from './wallets.ts';

/** What a row of statistics tells of the touch; where it tells nothing, or a price off the grid, nothing is known. */
export type ToldTouch = Pick<PairStatistics, 'highestBid' | 'lowestAsk'>;

export interface ModelVenueOptions {
  readonly pairs: readonly Pair[];
  readonly wallets: Wallets;
  readonly fees: FeeRates;
  readonly latency: { readonly entryMs: number; readonly responseMs: number };
  /** How often our own orders and executions are read. */
  readonly poll: { readonly ordersMs: number };
  readonly rate?: RequestRate | undefined;
  readonly model: FillModel;
  /** One for each pair, in the order of the pairs. */
  readonly foresight?: readonly Foresight[] | undefined;
  /** Orders at once, those that have ended and are not yet told of included. Default 4000. */
  readonly mostOrders?: number | undefined;
  readonly seed: number | string;
}
