import type { Instant } from '../base/instant.ts';
import type { Report } from '../model/event.ts';
import { type Intent, shutsTrading } from '../model/intent.ts';
import type { ExecutionsSettled, ExecutionVerdict, Receiver, Verdict } from '../model/verdict.ts';
import type { Balance } from '../model/balance.ts';
import { begunAtVenue } from './atVenue.ts';
import type { AccountLists, OpenOrderRow } from './accountLists.ts';
import { candidatesOf } from './candidates.ts';
import { closedOrder } from './closedOrder.ts';
import { ExternalOrders } from './externalOrders.ts';
import { type BookingOptions, FillBooking } from './fillBooking.ts';
import { FrozenLanes, type FrozenLanesOptions } from './frozenLanes.ts';
import { type GivenOrder, giveOrder } from './giveOrder.ts';
import { ListReach } from './listReach.ts';
import { type ClosingOptions, OrderClosing } from './orderClosing.ts';
import type { Copies } from './rowCopies.ts';
import { settleCancels } from './settleCancels.ts';
import { settleExecutions } from './settleExecutions.ts';
import { resolveAsConversion, resolveAsNotPlaced, resolveAsOrder, undecided } from './resolvedByHand.ts';
import { RecoveredLanes } from './recoveredLanes.ts';
import { type Differing, ReplacementsInDoubt } from './replacementsInDoubt.ts';
import { MovedOrders } from './movedOrders.ts';
import { LateTrades, type Rereading } from './lateTrades.ts';
import type { Resolution } from './resolver.ts';
import { MissedTrades } from './missedTrades.ts';
import { type TradeNeed, TradeTape } from './tradeTape.ts';
import { UnknownOutcomes, type UnknownOutcomesOptions } from './unknownOutcomes.ts';

/** `skewMs`: how far the venue's clock may be off what we take it for when times are compared. */
export interface OwnOrdersOptions
  extends BookingOptions, Omit<ClosingOptions, 'lookAgain' | 'witness' | 'frozen'>, UnknownOutcomesOptions, FrozenLanesOptions {
  readonly lists: AccountLists;
}

/** What one complete round has found. */
export interface Round {
  readonly openOrders: readonly OpenOrderRow[];
  readonly newFills: number;
}

/**
 * Keeps our orders in step with the venue's lists: books executions, notices what closed, adopts what had become unknown, and
 * points out orders that nobody here has placed. A round that could not be read completely counts as nothing.
 *
 * Open orders are read before executions, so that an order that is gone from the first has all its executions in the second.
 */
export class OwnOrders {
  readonly #options: OwnOrdersOptions;
  readonly #frozen: FrozenLanes;
  readonly #booking: FillBooking;
  readonly #closing: OrderClosing;
  readonly #external: ExternalOrders;
  readonly #recovered: RecoveredLanes;
  readonly #tape: TradeTape;
  readonly #late: LateTrades;
  readonly #missed: MissedTrades;
  readonly #unknown: UnknownOutcomes;
  readonly #replacements: ReplacementsInDoubt;
  readonly #reach: ListReach;
  readonly #moved: MovedOrders;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: OwnOrdersOptions) {
    this.#options = options;
    this.#frozen = new FrozenLanes(options);
    this.#booking = new FillBooking(options, this.#frozen);
    this.#late = new LateTrades({
      ...options,
      unbooked: (rows) => this.#booking.unbookedOrders(rows),
      book: (orderId) => this.#inTurn(() => this.#lookAgain(orderId)),
    });
    this.#missed = new MissedTrades({ ...options, booking: this.#booking, pending: () => this.#pending() });
    this.#external = new ExternalOrders({ ...options, onRisen: (order) => this.#unknown.adoption.onLate(order) }, this.#frozen);
    this.#recovered = new RecoveredLanes(options, this.#frozen);
    // The watermark lags by the visibility, and so does what is read below it.
    this.#tape = new TradeTape(options.lists, 2 * options.visibilityMs);
    this.#unknown = new UnknownOutcomes(options, this.#frozen);
    this.#replacements = new ReplacementsInDoubt(options);
    this.#reach = new ListReach(options, this.#frozen);
    this.#moved = new MovedOrders(options, this.#frozen);
    const { endWitness: witness } = this.#unknown;
    this.#closing = new OrderClosing({ ...options, witness, frozen: this.#frozen, lookAgain: (orderId) => this.#lookAgain(orderId) });
  }

  /** Reads the lists once, completely, and draws the conclusions. Rejects when a list could not be read. One at a time. */
  round(): Promise<Round> {
    return this.#inTurn(() => this.#round());
  }

  /** Looks for conversions whose answer was lost. */
  conversionRound(): Promise<void> {
    return this.#inTurn(() => this.#conversionRound());
  }

  /** Reads the trades of the last `spanMs` once more and books what came late. Rounds go on meanwhile. */
  async reread(spanMs: number, signal?: AbortSignal): Promise<Rereading> {
    const now = this.#venueNow();
    const from = Math.max(now - spanMs, await this.#booking.beginning(now));
    return this.#late.reread(from, now, signal);
  }

  /** A person decides what came of an intent. Rejects with a `Fault` that says why that can't be. */
  resolve(id: string, verdict: Verdict): Promise<Intent> {
    return this.#inTurn(() => this.#resolve(id, verdict));
  }

  /**
   * A person gives an order, which nobody here has placed, to a strategy. One that is over is closed at once, with the executions that the lists
   * show, as soon as its end is known. Rejects with a `Fault` that says why that can't be.
   */
  giveTo(strategy: Receiver, orderId: string, intentId: string): Promise<GivenOrder> {
    return this.#inTurn(async () => {
      const { lists, skewMs } = this.#options;
      const readAt = this.#venueNow();
      const row = (await lists.openOrders()).find(({ id }) => id === orderId);
      if (row === undefined) {
        const closed = await closedOrder(orderId, this.#options, { readAt, book: (id) => this.#lookAgain(id) });
        return giveOrder({ strategy, intentId, ...closed }, this.#options);
      }
      const rows = row.openTime === undefined ? [] : await lists.tradesOf(orderId, row.openTime - skewMs);
      return giveOrder({ strategy, found: candidatesOf([row], rows).get(orderId)!, intentId }, this.#options);
    });
  }

  /** Rows that count as one with another, by order. */
  get copies(): ReadonlyMap<string, Copies> {
    return this.#booking.copies.all;
  }

  /**
   * Reads the executions of an order once more, and where that books nothing and `isProven` says so of the copies that it then has, books these
   * too. Nothing else is booked meanwhile. Answers how many were.
   */
  bookCopies(orderId: string, isProven: (copies: Copies) => Promise<boolean>): Promise<number> {
    return this.#inTurn(async () => {
      const booked = await this.#lookAgain(orderId);
      const copies = this.#booking.copies.of(orderId);
      if (booked > 0 || copies === undefined || !(await isProven(copies))) return booked;
      await this.#booking.settled.settle(orderId, { verdict: 'as-listed', listed: copies.listed });
      return this.#lookAgain(orderId);
    });
  }

  /** A person says which executions of an order are right. Rejects with a `Fault` that says why that can't be. */
  settleExecutions(orderId: string, verdict: ExecutionVerdict): Promise<ExecutionsSettled> {
    const close = async (): Promise<boolean> => this.#closing.closeByHand(orderId, await this.#options.lists.openOrders());
    return this.#inTurn(() => settleExecutions(orderId, verdict, this.#booking, { look: () => this.#lookAgain(orderId), close }));
  }

  async #resolve(id: string, verdict: Verdict): Promise<Intent> {
    const { lists, journal, skewMs } = this.#options;
    const options = this.#unknown.adoption;
    const intent = await undecided(journal, id);
    const since = begunAtVenue(intent, lists.venueOffsetMs()) - skewMs;
    if (verdict.type === 'not-placed') await resolveAsNotPlaced(intent, this.#unknown.clocks, options);
    else if (intent.kind === 'convert') await resolveAsConversion(intent, verdict.venueId, await lists.conversions(since), options);
    else {
      const { venueId } = verdict;
      const openOrders = await lists.openOrders();
      // An order that was moved and kept its id is older than the intent.
      const rows = await lists.tradesOf(venueId, Math.min(since, (await journal.order(venueId))?.openedAt ?? since));
      await resolveAsOrder(intent, venueId, candidatesOf(openOrders, rows), options);
    }
    this.#unknown.decided(id);
    return (await journal.get(id))!;
  }

  /** By order, executions that can't be what the list says. */
  get troubles(): ReadonlyMap<string, string> {
    return this.#booking.troubles;
  }

  /** Shuts lanes for a cause that is not in the lists, with the reason for each, and opens those that it had shut before. */
  async shut(cause: string, reasons: ReadonlyMap<string, string>): Promise<void> {
    for (const [lane, reason] of reasons) this.#frozen.freeze(lane, cause, reason);
    await this.#frozen.thaw(cause, new Set(reasons.keys()));
  }

  /** Every report that is made, this object's own too, must be told here. */
  told(report: Report): void {
    this.#unknown.told(report);
    this.#replacements.told(report);
  }

  /** Reads the balances, which tell of what the lists do not show. `look` answers which currencies do not have just what is booked. */
  async balances(look: (balances: readonly Balance[]) => Promise<Differing>): Promise<readonly Balance[]> {
    const replacements = this.#replacements.all;
    const balances = await this.#unknown.balances();
    const differing = await look(balances);
    // In turn, so that what was booked meanwhile is told first.
    await this.#inTurn(() => this.#replacements.compared(replacements, differing));
    return balances;
  }

  /** Whether the balances should be read soon, since they may tell what the lists do not tell yet. */
  get needsBalances(): boolean {
    return this.#replacements.all.length > 0;
  }

  /** Outcomes that nobody knows, what each waits for, and how long that may take. */
  resolution(): Resolution {
    return this.#unknown.resolution();
  }

  async #round(): Promise<Round> {
    const { lists, journal, visibilityMs } = this.#options;
    const begun = await this.#unknown.begin();
    const { offsetMs } = begun;
    const readAt = this.#venueNow();
    const bound = await journal.openOrders();
    const unresolved = await this.#pending();
    const openOrders = await lists.openOrders();
    const base = Math.max(await this.#booking.watermark(readAt), await this.#missed.readTo(unresolved, readAt)) - visibilityMs;
    const again = Math.min(this.#booking.waiting.unreadableSince, this.#anew(offsetMs));
    const needs = this.#needs(unresolved, offsetMs);
    const reading = await this.#tape.read(readAt, base, needs, again).catch((error: unknown) => this.#missed.after(error, base, readAt));
    if (reading === undefined) return this.#round();
    const { rows } = reading;
    const read = { ...reading, readAt, openOrders, ...this.#missed.held };
    const isCurrent = await this.#reach.reachesTheLog(reading);
    // Asked again: what was acknowledged while the lists were read is bound by now.
    let newFills = await this.#booking.book({ ...read, pending: await this.#pending() });
    const lost = unresolved.filter((intent) => intent.state !== 'sending');
    const isWholeFor = (intent: Intent): boolean => reading.since <= this.#backTo(intent, offsetMs);
    const orders = { begun, bound, openOrders, rows, isCurrent, isWholeFor };
    const hasLate = await this.#unknown.conclude(await this.#unknown.adopt(lost, orders), orders);
    if (lost.length > 0 || hasLate) newFills += await this.#booking.book({ ...read, pending: await this.#pending() });
    const frozen = (await this.#pending()).map((intent) => intent.lane);
    this.#tape.keep(reading, readAt, new Set([...frozen, ...this.#booking.waiting.lanes]));
    if (isCurrent) await this.#closing.close(bound, openOrders, rows);
    await this.#external.pointOut(openOrders, await this.#pending());
    await this.#moved.check(bound, openOrders, await this.#pending());
    await this.#recovered.check(openOrders);
    await settleCancels(openOrders, this.#options);
    await this.#frozen.openWaiting();
    if (isCurrent) this.#replacements.read(begun.ms);
    return { openOrders, newFills };
  }

  async #conversionRound(): Promise<void> {
    const { lists, skewMs } = this.#options;
    const begun = await this.#unknown.begin();
    const lost = (await this.#pending()).filter((intent) => intent.kind === 'convert' && intent.state !== 'sending');
    if (lost.length === 0) return;
    const rows = await lists.conversions(Math.min(...lost.map((intent) => begunAtVenue(intent, begun.offsetMs))) - skewMs);
    await this.#unknown.conversions(lost, rows, begun);
  }

  async #lookAgain(orderId: string): Promise<number> {
    return this.#booking.bookOrder(orderId, { readAt: this.#venueNow(), pending: await this.#pending() });
  }

  #venueNow(): Instant {
    return this.#options.clock.now() + this.#options.lists.venueOffsetMs();
  }

  /** Intents that shut their lane: what is on its way, and what nobody can say the outcome of. */
  async #pending(): Promise<readonly Intent[]> {
    return (await this.#options.journal.unresolved()).filter(shutsTrading);
  }

  /** How far back the trades of frozen lanes must be known: to the lost answer, and what may have shown late. */
  #needs(unresolved: readonly Intent[], offsetMs: number): readonly TradeNeed[] {
    return unresolved.flatMap((one) => (one.kind === 'convert' ? [] : [{ lane: one.lane, since: this.#backTo(one, offsetMs) }]));
  }

  /** How far back trades that were read before are read anew: what is to be told as not placed must not hang on them. */
  #anew(offsetMs: number): Instant {
    return Math.min(...this.#unknown.takeWanted().map((intent) => this.#backTo(intent, offsetMs)));
  }

  #backTo(intent: Intent, offsetMs: number): Instant {
    const { skewMs, visibilityMs } = this.#options;
    return begunAtVenue(intent, offsetMs) - skewMs - visibilityMs;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }
}
