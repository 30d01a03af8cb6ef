import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';
import type { Conversion } from './conversion.ts';
import type { ExecutedSum, Fill } from './fill.ts';
import type { HistorySums } from './historySums.ts';
import type { Side } from './grid.ts';
import type { Intent, IntentKind, IntentState } from './intent.ts';
import type { PositionEntry } from './positionEntry.ts';
import type { OrderEnd, OrderType } from './order.ts';

/** An intent as it is first journalled, with all that is known before the first byte leaves. */
export type NewIntent = Omit<
  Intent,
  'state' | 'sentAt' | 'gaveUpAt' | 'resolvedAt' | 'venueId' | 'evidence' | 'refusal' | 'isFoundLate' | 'verdicts'
> & {
  /** The references of ours that it has at the venue, each with what it is a reference of: `payout order-17`. */
  readonly references?: readonly string[] | undefined;
};

/** An order of the venue that is bound to an intent of ours. */
export interface BoundOrder {
  readonly orderId: string;
  readonly intentId: string;
  readonly strategy: string;
  readonly symbol: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly price: Decimal | undefined;
  readonly amount: Decimal;
  readonly openedAt: Instant;
  readonly closedAt: Instant | undefined;
  readonly end: OrderEnd | undefined;
  readonly tag: string | undefined;
}

/**
 * The write-ahead journal as a port. The promise of every method resolves after the change is on disk (WAL, `synchronous=FULL`).
 * When it rejects, nothing has changed and nothing may be sent.
 */
export interface Journal {
  /**
   * Commits the intent in the state `sending`. Rejects with `lane-frozen` when the lane has an unresolved intent (cancels
   * excepted), with `refused` when the decision was journalled before, and with `store` when the disk refuses.
   */
  begin(intent: NewIntent): Promise<void>;
  /** Commits an intent of which nothing is ever sent, together with what came of it: both or neither. Rejects as `begin` and `settle` do. */
  beginSettled(intent: NewIntent, outcome: IntentOutcome): Promise<void>;
  /**
   * Notes that the first byte may leave from now on. It is called right before that and waits for no disk. The note survives the
   * end of this process, but not of the machine. Throws `store` when the note could not be made; then nothing may be sent.
   */
  markSent(id: string): void;
  /**
   * Moves an intent to its next state, and binds its order in the same transaction. States only move forward: see `IntentState`.
   */
  settle(id: string, outcome: IntentOutcome): Promise<void>;
  /** Intents in `sending`, `unknown` or `quarantined`, oldest first. */
  unresolved(): Promise<readonly Intent[]>;
  get(id: string): Promise<Intent | undefined>;
  /** Newest first. */
  list(limit: number): Promise<readonly Intent[]>;
  /** Cancels and replacements of an order, oldest first. */
  aimedAt(orderId: string): Promise<readonly Intent[]>;
  /** Cancels and replacements of all orders that are or were bound to an intent, oldest first. */
  aimedAtOrdersOf(intentId: string): Promise<readonly Intent[]>;
  /** Places and replacements of a lane since then that are taken for not done: rejected, not sent, not placed. Newest first. */
  tombstones(lane: string, since: Instant): Promise<readonly Intent[]>;
  /** All that had this reference, as `NewIntent` has it. Newest first. */
  withReference(reference: string): Promise<readonly Intent[]>;
  /** Those of these references that any intent has had, with the ids of these intents. */
  referenced(references: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Transfers since then, whatever became of them. Newest first. */
  transfers(since: Instant): Promise<readonly Intent[]>;
  /** All of a kind that are taken for not done since then: rejected, not sent, not placed. However long before they were begun. Newest first. */
  notDone(kind: IntentKind, since: Instant): Promise<readonly Intent[]>;
  /** Transfers that are bound to this id of the venue, alone or among others, however long ago. Ids of one kind of thing say nothing of those of another. */
  boundTo(venueId: string): Promise<readonly Intent[]>;
  /** Placements of a strategy since then, whatever became of them. Newest first. */
  placedBy(strategy: string, since: Instant): Promise<readonly Intent[]>;
  /** The strategies' conversions that are bound to one of these ids of the venue, however long ago. */
  converted(venueIds: readonly string[]): Promise<readonly Intent[]>;
  /** Placements journalled in this time, both ends included, that are acknowledged or adopted and whose fingerprint begins so. Oldest first. */
  placements(shape: string, from: Instant, to: Instant): Promise<readonly Intent[]>;
  /**
   * Binds one more order to a placement that is acknowledged or adopted: the venue has made two of one request. Does nothing when
   * the order is bound to it already.
   */
  bindExtra(order: BoundOrder): Promise<void>;
  /** Bound orders that are not known to be closed. */
  openOrders(): Promise<readonly BoundOrder[]>;
  order(orderId: string): Promise<BoundOrder | undefined>;
  closeOrder(orderId: string, end: OrderEnd, at: Instant): Promise<void>;
}

export interface IntentOutcome {
  readonly state: Exclude<IntentState, 'sending'>;
  readonly at: Instant;
  readonly evidence?: string | undefined;
  /** The name of the refusal with which the venue answered, where that proves nothing by itself or was learned to. */
  readonly refusal?: string | undefined;
  /** The order that `acknowledged` or `adopted` binds. A conversion has only an id. */
  readonly venueId?: string | undefined;
  readonly order?: BoundOrder | undefined;
  /** Further orders that are bound to the intent, which are too many. */
  readonly extras?: readonly BoundOrder[] | undefined;
  /** The order that a replacement has ended. It may be the same id, where the venue keeps it. */
  readonly replaced?: string | undefined;
}

/** The book when a fill was seen, for later questions. Levels are best first, as `[price, amount]` in text. */
export interface BookContext {
  readonly exchangeAt: Instant;
  readonly receivedAt: Instant;
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
}

export interface FillFilter {
  readonly symbol?: string | undefined;
  readonly strategy?: string | undefined;
  readonly orderId?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
  /** The id of a fill: only those that come after it in a list that begins with the newest. */
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

/** The local log of executions as a port. It holds each execution once, with exact digits. */
export interface FillLog {
  /**
   * Says for each fill whether it was new. All fills of a poll and the watermark are written in one transaction, or nothing is.
   */
  record(fills: readonly LoggedFill[], watermark?: Watermark): Promise<readonly boolean[]>;
  /** Newest first. */
  fills(filter: FillFilter): Promise<readonly LoggedFill[]>;
  /** Every fill from a time on, oldest first, page by page, since the log may be too long for one reading. */
  history(since: Instant): AsyncIterable<readonly Fill[]>;
  /** What all fills and conversions before a time add up to, so that a long history need not be read. */
  past(): Promise<HistorySums & { readonly until: Instant }>;
  /** The newest such sums that are kept of a time or of before it. */
  pastAt(at: Instant): Promise<HistorySums & { readonly until: Instant }>;
  /** What each of these intents' orders has executed. */
  executed(intentIds: readonly string[]): Promise<ReadonlyMap<string, ExecutedSum>>;
  /** Which of these ids are in the log. */
  has(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Oldest first. */
  conversionsSince(since: Instant): Promise<readonly Conversion[]>;
  recordConversion(conversion: Conversion): Promise<boolean>;
  /** Newest first. */
  conversions(limit: number): Promise<readonly Conversion[]>;
  /** Enters a change of a position that no execution made. False when the id, or an opening of that strategy and symbol, is there already. */
  recordEntry(entry: PositionEntry): Promise<boolean>;
  /** Oldest first. */
  entriesSince(since: Instant): Promise<readonly PositionEntry[]>;
  /** What each strategy's positions began with, oldest first. */
  openings(): Promise<readonly PositionEntry[]>;
  watermark(symbol: string): Promise<Instant | undefined>;
}

export interface LoggedFill {
  readonly fill: Fill;
  readonly book: BookContext | undefined;
}

/** One decision and everything that followed from it, as the journal and the fill log hold it. */
export interface IntentChain {
  /** The intent that opened the order or made the conversion, then those that moved or canceled it. Oldest first. */
  readonly intents: readonly Intent[];
  /** More than one where the venue gives a replaced order a new id. Oldest first. */
  readonly orders: readonly BoundOrder[];
  /** Oldest first. */
  readonly fills: readonly LoggedFill[];
  readonly conversion: Conversion | undefined;
}

/**
 * The log holds all executions of the symbol up to `at`. This lags behind the newest by the time that the venue takes to show
 * them.
 */
export interface Watermark {
  readonly symbol: string;
  readonly at: Instant;
}

/** Small texts by key: the state that strategies save, and settings that were found out. */
export interface StateStore {
  load(scope: string): Promise<Readonly<Record<string, string>>>;
  save(scope: string, key: string, value: string): Promise<void>;
}
