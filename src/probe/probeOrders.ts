import { type Clock, sleep } from '../base/clock.ts';
import type { Decimal } from '../base/decimal.ts';
import { Fault, messageOf } from '../base/fault.ts';
import { durationText } from '../base/instant.ts';
import type { LiveAccount } from '../daemon/liveAccount.ts';
import type { AccountLists } from '../gateway/accountLists.ts';
import type { MoneyCommand } from '../gateway/moneyRequest.ts';
import type { Report } from '../model/event.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder, Journal } from '../model/journal.ts';
import { lookalikeOf } from './lookalike.ts';
import { MOST_ORDERS, MOST_REPLACEMENTS, type ProbePlan, priceAt } from './probePlan.ts';
import type { Wire, WireAnswer } from './wire.ts';

/** Under this name the journal has the orders of a probe. No strategy can be called so. */
export const PROBE = 'sluice probe';

/** What became of an order or a replacement. `answer` is undefined where none came. */
export type Sent =
  /** `isFound`: there was no answer that proved it, and the order was found in the lists. */
  | { readonly type: 'opened'; readonly orderId: string; readonly isFound: boolean; readonly answer: WireAnswer | undefined }
  /** Nothing came of it. `isProven`: the document says so of such an answer, or it was learned; else the lists have shown it. */
  | { readonly type: 'refused'; readonly isProven: boolean; readonly answer: WireAnswer | undefined; readonly reason: string };

export interface ProbeOrdersOptions {
  readonly account: LiveAccount;
  readonly journal: Journal;
  readonly lists: Pick<AccountLists, 'openOrders'>;
  readonly clock: Clock;
  readonly wire: Pick<Wire, 'last'>;
  readonly plan: ProbePlan;
  readonly newId: () => string;
  readonly signal: AbortSignal;
  /** Told what is waited for. */
  readonly say: (message: string) => void;
  /** What was posted since it was last asked. */
  readonly takeNews: () => readonly Report[];
}

/** What is left at the venue, or in doubt. */
export interface LeftOver {
  readonly open: readonly BoundOrder[];
  readonly unresolved: readonly Intent[];
}

const LOOK_EVERY_MS = 1000;
const SETTLE_WITHIN_MS = 240_000;
const CLEAN_WITHIN_MS = 90_000;
const CANCEL_AGAIN_MS = 5000;
const NOT_SENT_TRIES = 3;

/** The orders of a probe: each goes through the journal, is looked for where its answer is lost, and is canceled in the end. */
export class ProbeOrders {
  readonly #options: ProbeOrdersOptions;
  #placed = 0;
  #replaced = 0;
  /** Those whose cancel was taken: they are over, although the lists may not show it yet. */
  readonly #canceled = new Set<string>();

  constructor(options: ProbeOrdersOptions) {
    this.#options = options;
  }

  get plan(): ProbePlan {
    return this.#options.plan;
  }

  /** The price of the next order. */
  get nextPrice(): Decimal {
    return priceAt(this.#options.plan, this.#placed + this.#replaced);
  }

  place(amount: Decimal, price: Decimal): Promise<Sent> {
    if (this.#placed >= MOST_ORDERS) throw new Fault('refused', `a probe places at most ${MOST_ORDERS} orders`, { outcome: 'not-sent' });
    this.#placed++;
    const order = { symbol: this.#symbol, side: 'Buy', orderType: 'Limit', amount, price, tag: undefined } as const;
    return this.#money((intentId) => ({ type: 'place', intentId, strategy: PROBE, decidedAt: this.#now, ...order }));
  }

  replace(orderId: string, amount: Decimal, price: Decimal): Promise<Sent> {
    if (this.#replaced >= MOST_REPLACEMENTS)
      throw new Fault('refused', `a probe replaces at most ${MOST_REPLACEMENTS} times`, { outcome: 'not-sent' });
    this.#replaced++;
    const change = { symbol: this.#symbol, side: 'Buy', orderId, amount, price } as const;
    return this.#money((intentId) => ({ type: 'replace', intentId, strategy: PROBE, decidedAt: this.#now, ...change }));
  }

  /** Asks to cancel an order, and says what was answered. Undefined where no answer came. */
  async cancel(orderId: string): Promise<{ readonly isTaken: boolean; readonly answer: WireAnswer | undefined }> {
    const { wire, newId } = this.#options;
    const news = await this.#send({
      type: 'cancel',
      intentId: newId(),
      strategy: PROBE,
      symbol: this.#symbol,
      orderId,
      decidedAt: this.#now,
    });
    const isTaken = news.some(({ type }) => type === 'cancel-accepted');
    if (isTaken) this.#canceled.add(orderId);
    return { isTaken, answer: wire.last };
  }

  /** Looks until the lists show that an order is over. */
  async untilClosed(orderId: string): Promise<void> {
    const { journal } = this.#options;
    await this.#until(`order ${orderId} to be over`, SETTLE_WITHIN_MS, async () => (await journal.order(orderId))?.closedAt !== undefined);
  }

  /** Orders of a probe, of this one or of an earlier one that was ended. */
  async open(): Promise<readonly BoundOrder[]> {
    return (await this.#options.journal.openOrders()).filter(({ strategy }) => strategy === PROBE);
  }

  /** Those of them that nobody has canceled yet. */
  async resting(): Promise<readonly BoundOrder[]> {
    return (await this.open()).filter(({ orderId }) => !this.#canceled.has(orderId));
  }

  /** One look at the lists, and what it tells of orders of this probe that the venue has changed. */
  async look(): Promise<void> {
    await this.#options.account.look();
    const unresolved = await this.#unresolved();
    if (unresolved.length === 0) return;
    const { account, plan, journal, lists } = this.#options;
    const openOrders = await lists.openOrders();
    for (const intent of unresolved) {
      const venueId = await lookalikeOf(intent, plan.pair, openOrders, journal);
      if (venueId !== undefined) await account.resolve(intent.id, { type: 'adopt', venueId });
    }
  }

  /**
   * Cancels all that is there, until it is gone or time is up: of a silent venue, nobody can know more than what is answered. It goes on although
   * the probe was ended.
   */
  async clean(withinMs = CLEAN_WITHIN_MS): Promise<LeftOver> {
    const { clock, say } = this.#options;
    const untilMs = clock.monotonicMs() + withinMs;
    let canceledMs = -Infinity;
    for (;;) {
      const left = await this.#left();
      if (left.open.length === 0 && left.unresolved.length === 0) return left;
      if (clock.monotonicMs() >= untilMs) return left;
      try {
        if (clock.monotonicMs() - canceledMs >= CANCEL_AGAIN_MS) {
          canceledMs = clock.monotonicMs();
          for (const { orderId } of left.open) await this.cancel(orderId);
        }
        await this.look();
      } catch (error) {
        say(`still cleaning up: ${messageOf(error)}`);
      }
      await sleep(clock, LOOK_EVERY_MS);
    }
  }

  /** Cancels and settles what an earlier probe has left. Throws a `Fault` where that can't be done now. */
  async clearUp(): Promise<void> {
    const before = await this.#left();
    if (before.open.length + before.unresolved.length === 0) return;
    this.#options.say('an earlier probe has left something behind: canceling it first');
    const { open, unresolved } = await this.clean(SETTLE_WITHIN_MS);
    if (open.length + unresolved.length > 0)
      throw new Fault('unknown-outcome', 'what an earlier probe has left is still there', { outcome: 'unknown' });
  }

  async #left(): Promise<LeftOver> {
    return { open: await this.open(), unresolved: await this.#unresolved() };
  }

  async #unresolved(): Promise<readonly Intent[]> {
    const all = await this.#options.journal.unresolved();
    return all.filter(({ strategy, kind, state }) => strategy === PROBE && kind !== 'cancel' && state !== 'sending');
  }

  async #money(commandOf: (intentId: string) => MoneyCommand): Promise<Sent> {
    const { newId, wire, clock, signal } = this.#options;
    for (let tries = 1; ; tries++) {
      const intentId = newId();
      const news = await this.#send(commandOf(intentId));
      const answer = wire.last;
      const report = news.find((one) => 'intentId' in one && one.intentId === intentId);
      switch (report?.type) {
        case 'order-opened':
          return { type: 'opened', orderId: report.orderId, isFound: false, answer };
        case 'order-replaced':
          return { type: 'opened', orderId: report.newOrderId, isFound: false, answer };
        case 'intent-refused':
          return { type: 'refused', isProven: true, answer, reason: report.message };
        case 'intent-unknown':
          return this.#settled(intentId, answer, report.reason);
        case 'intent-not-sent':
          if (tries >= NOT_SENT_TRIES) throw new Fault('network', `not sent: ${report.reason}`, { outcome: 'not-sent', retryable: true });
          await sleep(clock, LOOK_EVERY_MS, signal);
          continue;
        default:
          throw new Fault('internal', `nobody reported what became of ${intentId}`);
      }
    }
  }

  /** Looks until it is proven what came of a request whose answer proves nothing. */
  async #settled(intentId: string, answer: WireAnswer | undefined, reason: string): Promise<Sent> {
    const { journal, say } = this.#options;
    say(`the answer proves nothing (${reason}): looking for what came of it`);
    // A cancel that comes after it is a sign that the lists are alive, and goes although the lane is shut.
    const [resting] = await this.resting();
    if (resting !== undefined) await this.cancel(resting.orderId);
    const isSettled = async (): Promise<boolean> => {
      const intent = await journal.get(intentId);
      return intent?.state === 'adopted' || intent?.state === 'not-sent';
    };
    await this.#until(`what came of ${intentId}`, SETTLE_WITHIN_MS, isSettled);
    const { state, venueId } = (await journal.get(intentId))!;
    if (state === 'adopted' && venueId !== undefined) return { type: 'opened', orderId: venueId, isFound: true, answer };
    return { type: 'refused', isProven: false, answer, reason };
  }

  async #until(what: string, withinMs: number, isDone: () => Promise<boolean>): Promise<void> {
    const { clock, signal, say } = this.#options;
    const begunMs = clock.monotonicMs();
    let toldMs = begunMs;
    for (;;) {
      await this.look();
      if (await isDone()) return;
      const nowMs = clock.monotonicMs();
      if (nowMs - begunMs >= withinMs)
        throw new Fault('unknown-outcome', `waited ${durationText(withinMs)} for ${what} in vain`, { outcome: 'unknown' });
      if (nowMs - toldMs >= 10_000) {
        toldMs = nowMs;
        say(`waiting for ${what}: ${this.#waitsFor()}`);
      }
      await sleep(clock, LOOK_EVERY_MS, signal);
    }
  }

  #waitsFor(): string {
    return this.#options.account.resolution().unresolved[0]?.waitsFor ?? 'the lists';
  }

  /** Sends, and gives what was reported until nothing is under way any more. */
  async #send(command: MoneyCommand): Promise<readonly Report[]> {
    const { account, signal, takeNews } = this.#options;
    if (command.type !== 'cancel') signal.throwIfAborted();
    takeNews();
    account.send(command);
    await account.idle();
    return takeNews();
  }

  get #symbol(): string {
    return this.#options.plan.pair.symbol;
  }

  get #now(): number {
    return this.#options.clock.now();
  }
}
