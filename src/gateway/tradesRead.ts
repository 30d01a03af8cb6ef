import type { Instant } from '../base/instant.ts';
import type { Intent } from '../model/intent.ts';
import type { OpenOrderRow } from './accountLists.ts';
import type { KeyedRow, TradeRow } from './fillRows.ts';

/** One complete reading of the trades list. Times are the venue's. */
export interface TradesRead {
  readonly rows: readonly TradeRow[];
  /** How far back the list itself was read. */
  readonly since: Instant;
  /** When the reading began. */
  readonly readAt: Instant;
  /** Intents that may have executions of orders whose id is not known yet. */
  readonly pending: readonly Intent[];
  /** The open orders as they were right before. */
  readonly openOrders: readonly OpenOrderRow[];
  /** The watermark goes no further. */
  readonly most?: Instant;
  /** Rows of earlier readings that could not be understood and still can't be, whether this one shows them or not. */
  readonly unreadable?: readonly KeyedRow[];
}
