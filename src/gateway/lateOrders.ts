import type { Clock } from '../base/clock.ts';
import { type Decimal, ZERO } from '../base/decimal.ts';
import { HOUR_MS, type Instant } from '../base/instant.ts';
import { orderLane } from '../model/command.ts';
import type { Report } from '../model/event.ts';
import { type Intent, type IntentState, TOMBSTONE_MS } from '../model/intent.ts';
import type { BoundOrder, FillLog, Journal } from '../model/journal.ts';
import type { AccountLists } from './accountLists.ts';
import { begunAtVenue, takenUntil } from './atVenue.ts';
import { type AdoptionOptions, boundTo, type Candidates, settleAdopted } from './adopting.ts';
import { type Candidate, fits } from './candidates.ts';
import { countedRows } from './countedRows.ts';
import { keyedRows } from './fillRows.ts';
import { fingerprintUpToPrice, orderShapeOf } from './fingerprint.ts';
import { mayBeOf } from './mayBeOf.ts';
import { AFTER_ROUNDS } from './externalOrders.ts';
import { filledOf } from './filledOf.ts';
import { DOUBTFUL_MS } from './openingOf.ts';
import { adoptReplaced } from './replaceAdoption.ts';
import { isUnwantedOrder } from './unwantedOrder.ts';

export interface LateOrdersOptions extends Omit<AdoptionOptions, 'onLate'> {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly clock: Clock;
  readonly report: (report: Report) => void;
  readonly lists: Pick<AccountLists, 'tradesOf'>;
}

/** A complete reading of the lists. */
export interface LateRound {
  readonly candidates: Candidates;
  /** Orders that were open before the reading, by id. */
  readonly bound: ReadonlyMap<string, BoundOrder>;
  /** Intents that an order may still turn out to belong to. */
  readonly pending: readonly Intent[];
  /** What happened before then, by the venue's clock, is visible by now. */
  readonly shownTo: Instant;
  readonly offsetMs: number;
}

/** An order that is open too long, when it was last told of, and how many rounds in a row have lacked it. */
interface Unwanted {
  readonly order: BoundOrder;
  toldMs: number;
  absent: number;
}

/** What such an intent is taken for. */
const NOT_DONE: readonly IntentState[] = ['rejected', 'not-sent'];
/** Our clock may have been set by so much since an order was opened. */
const CLOCK_SET_MS = HOUR_MS;
/** While it is open, its cancel is asked for again after so long. */
const TELL_AGAIN_MS = 15_000;
const MOST_JUDGED = 20_000;

/**
 * Finds orders that should not be there: of intents that were rejected, not sent, or taken for not placed, and those that are too many,
 * since a network has delivered one request twice. They are bound to their intent, so that their executions are booked, and told of until they are gone; whoever is told cancels them.
 */
export class LateOrders {
  readonly #options: LateOrdersOptions;
  /** By order, the amount with which it was judged to be nobody's, or over: what shows late may make another order of it. */
  readonly #judged = new Map<string, string>();
  /** Those that are open too long, and when they were last told of. */
  readonly #open = new Map<string, Unwanted>();
  #hasTakenUp = false;

  constructor(options: LateOrdersOptions) {
    this.#options = options;
  }

  /** An order that was bound and is not wanted. */
  add(order: BoundOrder): void {
    this.#open.set(order.orderId, { order, toldMs: this.#options.clock.monotonicMs(), absent: 0 });
    this.#tell(order);
  }

  /** Answers whether any was found. */
  async round({ candidates, bound, pending, shownTo, offsetMs }: LateRound): Promise<boolean> {
    await this.#takeUp(bound);
    const pendingLanes = new Set(pending.map(({ lane }) => lane));
    let hasFound = false;
    for (const candidate of candidates.values()) {
      const lane = orderLane(candidate.symbol);
      if (this.#judged.get(candidate.orderId) === candidate.amount.toFixed()) continue;
      const order = bound.get(candidate.orderId) ?? (await this.#options.journal.order(candidate.orderId));
      if (order === undefined) {
        if (mayBeOf(pending, candidate, shownTo)) continue;
        hasFound = (await this.#placedLate(candidate, lane, offsetMs)) || hasFound;
      } else if (pendingLanes.has(lane)) continue;
      else if (order.closedAt !== undefined) this.#judge(candidate);
      else if (isMoved(candidate, order)) hasFound = (await this.#replacedLate(candidate, lane, offsetMs)) || hasFound;
      else if (mayBeResized(candidate, order, shownTo) && (await this.#wasNotReplaced(candidate.orderId)))
        hasFound = (await this.#resizedLate(candidate, lane, shownTo, offsetMs)) || hasFound;
    }
    await this.#tellAgain(candidates);
    return hasFound;
  }

  /** Those that an earlier life had found, and could not see the end of. */
  async #takeUp(bound: LateRound['bound']): Promise<void> {
    if (this.#hasTakenUp) return;
    for (const order of bound.values()) if (await isUnwantedOrder(order, this.#options.journal)) this.add(order);
    this.#hasTakenUp = true;
  }

  async #placedLate(candidate: Candidate, lane: string, offsetMs: number): Promise<boolean> {
    const tombstone = (await this.#tombstones(lane)).find((intent) => this.#isOf(candidate, intent, offsetMs));
    const intent = tombstone ?? (await this.#twinOf(candidate, offsetMs));
    if (intent === undefined || !(await this.#isWhole(candidate))) {
      this.#judge(candidate);
      return false;
    }
    const order = boundTo(intent, candidate, orderShapeOf(intent.fingerprint), candidate.amount, undefined);
    // It is one more order, whatever became of the one that it was to replace.
    if (intent === tombstone)
      await settleAdopted(intent, order, { evidence: 'found late, after it was taken for not done' }, this.#options);
    else await this.#options.journal.bindExtra(order);
    this.add(order);
    return true;
  }

  /** Whether the reading has shown all of an order that is gone: it may go back less far than the order does, and a part has another amount. */
  async #isWhole({ orderId, isOpen, openedAt = 0, amount }: Candidate): Promise<boolean> {
    if (isOpen) return true;
    const { lists, skewMs } = this.#options;
    const rows = countedRows(keyedRows(await lists.tradesOf(orderId, openedAt - skewMs)), [], amount);
    return rows.reduce((sum, { row }) => sum.plus(row.amount), ZERO).lte(amount);
  }

  /** The placement that the venue has made this order of too, beside the one that it has told of. */
  async #twinOf(candidate: Candidate, offsetMs: number): Promise<Intent | undefined> {
    const { journal, skewMs } = this.#options;
    const { openedAt } = candidate;
    if (openedAt === undefined) return undefined;
    const [from, to] = [openedAt - offsetMs - CLOCK_SET_MS, openedAt - offsetMs + CLOCK_SET_MS];
    const alike = await journal.placements(fingerprintUpToPrice(candidate), from, to);
    return alike.find((intent) => {
      const isInTime = openedAt >= begunAtVenue(intent, offsetMs) - skewMs && openedAt <= takenUntil(intent, offsetMs) + skewMs;
      return isInTime && fits(candidate, orderShapeOf(intent.fingerprint));
    });
  }

  /**
   * In a day many orders are alike, so its own price must be known, to the last digit. An execution does not tell it: one at another price
   * counts only while the venue could still take the request.
   */
  #isOf(candidate: Candidate, intent: Intent, offsetMs: number): boolean {
    const { skewMs } = this.#options;
    const { openedAt } = candidate;
    const shape = orderShapeOf(intent.fingerprint);
    if (!fits(candidate, shape) || !this.#isSince(candidate, intent, begunAtVenue(intent, offsetMs) - skewMs)) return false;
    const isExact = shape.price !== undefined && candidate.price?.eq(shape.price) === true;
    return isExact || (openedAt !== undefined && openedAt <= (intent.expiresAt ?? 0) + skewMs);
  }

  /** Where its time does not tell it, one counts that has come into the lists since the intent was settled, or since it was sent where its answer was a refusal. */
  #isSince({ orderId, openedAt, updatedAt }: Candidate, { createdAt, gaveUpAt, resolvedAt }: Intent, since: Instant): boolean {
    if (openedAt !== undefined && openedAt >= since) return true;
    if ([openedAt, updatedAt].some((at) => at !== undefined && at < since - DOUBTFUL_MS)) return false;
    return this.#options.sightings.hasComeSince(orderId, gaveUpAt === undefined ? createdAt : (resolvedAt ?? createdAt));
  }

  /** The order itself has moved to where a replacement that was taken for not done had asked it to be. */
  async #replacedLate(
    candidate: Candidate,
    lane: string,
    offsetMs: number,
    isAsked: (amount: Decimal) => boolean = () => true,
  ): Promise<boolean> {
    const { orderId } = candidate;
    const tombstones = (await this.#tombstones(lane)).filter(({ kind, targetId }) => kind === 'replace' && targetId === orderId);
    const options = { ...this.#options, onLate: (order: BoundOrder) => this.add(order) };
    for (const intent of tombstones) {
      const since = begunAtVenue(intent, offsetMs) - this.#options.skewMs;
      const { price = ZERO, amount } = orderShapeOf(intent.fingerprint);
      const isItself = candidate.price?.eq(price) === true && isAsked(amount);
      if (isItself && (await adoptReplaced(intent, new Map([[orderId, candidate]]), since, options)) === 'settled') return true;
    }
    return false;
  }

  /**
   * The order has the amount that such a replacement had asked for, by which all of it was meant, or what was to be open beside what had been executed
   * until then. Nothing is concluded while some of its executions may not be shown yet.
   */
  async #resizedLate(candidate: Candidate, lane: string, shownTo: Instant, offsetMs: number): Promise<boolean> {
    const fills = (await this.#options.fillLog.fills({ orderId: candidate.orderId })).map(({ fill }) => fill).reverse();
    if (fills.some(({ tradedAt }) => tradedAt >= shownTo)) return false;
    const executed = [ZERO];
    for (const fill of fills) executed.push(executed.at(-1)!.plus(fill.amount));
    const amount = candidate.remaining.plus(executed.at(-1)!);
    return this.#replacedLate({ ...candidate, amount }, lane, offsetMs, (asked) =>
      executed.some((before) => before.plus(asked).eq(amount)),
    );
  }

  /** Whether a replacement of the order was taken for not done lately. */
  async #wasNotReplaced(orderId: string): Promise<boolean> {
    const since = this.#options.clock.now() - TOMBSTONE_MS;
    const aimed = await this.#options.journal.aimedAt(orderId);
    return aimed.some(({ kind, state, resolvedAt = 0 }) => kind === 'replace' && NOT_DONE.includes(state) && resolvedAt >= since);
  }

  #tombstones(lane: string): Promise<readonly Intent[]> {
    const since: Instant = this.#options.clock.now() - TOMBSTONE_MS;
    return this.#options.journal.tombstones(lane, since);
  }

  /** One list that does not show it may be an old copy: it is over when it is closed. */
  async #tellAgain(candidates: Candidates): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    for (const [orderId, late] of this.#open) {
      if (candidates.get(orderId)?.isOpen !== true) {
        late.absent++;
        if (await this.#isOver(late)) this.#open.delete(orderId);
        continue;
      }
      late.absent = 0;
      if (nowMs - late.toldMs < TELL_AGAIN_MS) continue;
      late.toldMs = nowMs;
      this.#tell(late.order);
    }
  }

  /** Nobody closes an order that was closed before it was found open, so its end is told here. */
  async #isOver({ order, absent }: Unwanted): Promise<boolean> {
    const { journal, fillLog, report } = this.#options;
    const { orderId, closedAt, amount } = order;
    if (closedAt === undefined) return (await journal.order(orderId))?.closedAt !== undefined;
    if (absent < AFTER_ROUNDS) return false;
    const filled = await filledOf(fillLog, orderId);
    report({ type: 'order-closed', orderId, end: filled.gte(amount) ? 'filled' : 'canceled', filled });
    return true;
  }

  #tell({ intentId, orderId, symbol, strategy, side, price, amount }: BoundOrder): void {
    this.#options.report({ type: 'order-late', intentId, orderId, symbol, strategy, side, price, amount });
  }

  #judge({ orderId, amount }: Candidate): void {
    this.#judged.set(orderId, amount.toFixed());
    if (this.#judged.size > MOST_JUDGED) this.#judged.delete(this.#judged.keys().next().value!);
  }
}

function isMoved(candidate: Candidate, { price }: BoundOrder): boolean {
  return candidate.isOpen && price !== undefined && candidate.price?.eq(price) === false;
}

/**
 * Whether it may have another amount than it was bound with: not all of that is open, or more. What has just changed is not all shown yet, and where
 * the venue does not say when it changed, nobody knows what is.
 */
function mayBeResized({ isOpen, remaining, openedAt, updatedAt }: Candidate, { amount }: BoundOrder, shownTo: Instant): boolean {
  return isOpen && updatedAt !== undefined && updatedAt !== openedAt && updatedAt < shownTo && !remaining.eq(amount);
}
