import type { Clock } from '../../base/clock.ts';
import { ZERO } from '../../base/decimal.ts';
import { type Fault, isFault } from '../../base/fault.ts';
import { DAY_MS } from '../../base/instant.ts';
import { oneAtATime } from '../../base/oneAtATime.ts';
import type { TellNews } from '../../base/tellNews.ts';
import { type SeenMarket, sideToGive } from '../../engine/execution/bookLeg.ts';
import { DEFAULT_EXECUTION, type ExecutionSettings } from '../../engine/execution/executionSettings.ts';
import { accountLists } from '../../gateway/accountLists.ts';
import { readPairs } from '../../gateway/pairList.ts';
import type { EventBody } from '../../model/event.ts';
import type { Intent } from '../../model/intent.ts';
import type { BoundOrder } from '../../model/journal.ts';
import type { Pair } from '../../model/pair.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { Store } from '../../store/store.ts';
import type { BookOrder } from '../../treasury/moves/betterWay.ts';
import type { BookOrders, BookOutcome } from '../../treasury/moves/bookOrders.ts';
import { accountAlone } from '../accountAlone.ts';
import type { LiveAccount } from '../liveAccount.ts';
import type { OneShotOptions } from '../oneShot.ts';
import { incidentsOfReport } from '../incidents.ts';
import type { Reconciler } from '../reconciler.ts';
import { readBook } from '../readBook.ts';
import { statePaths } from '../statePaths.ts';
import { venueHabits } from '../venueAccess.ts';
import { assertNotHalted } from './assertNotHalted.ts';

/** Under this name the journal and the fill log have the orders of the treasury. */
export const TREASURY = 'treasury';
/** Books are read no deeper than the venue shows at once. */
const DEPTH = 250;
const PAIRS_MS = 600_000;
/** So often it is looked whether an order of the last day that was taken for not placed shows all the same. */
const LOOK_BACK_MS = 600_000;

export interface AccountOrdersOptions extends OneShotOptions {
  readonly store: Store;
  readonly newId: () => string;
  readonly tell: TellNews;
}

/**
 * The account at the exchange as the treasury has it: the order book for its conversions, and the ledger. Its orders go the way of all others, journal, last gate, lists, adoption and proof of absence included,
 * without an engine; the gate lets nothing pass but the one order that is being placed.
 */
export class AccountOrders implements BookOrders {
  readonly settings: ExecutionSettings;
  readonly #options: AccountOrdersOptions;
  readonly #clock: Clock;
  readonly #account: LiveAccount;
  readonly #killFile: string;
  #placing: string | undefined;
  #begun: Promise<void> | undefined;
  #failed: Fault | undefined;
  #pairs: { readonly atMs: number; readonly all: readonly Pair[] } | undefined;
  #lookedMs = -Infinity;
  /** Orders of which it was told that they show after all. */
  readonly #late = new Set<string>();
  readonly #oneAtATime = oneAtATime();

  constructor(options: AccountOrdersOptions) {
    const { store, settings, clock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#killFile = statePaths(options.state, settings).killFile;
    this.settings = settings.execution ?? DEFAULT_EXECUTION;
    const hooks = { post: (body: EventBody): void => this.#hear(body), onFatal: (fault: Fault): void => void (this.#failed = fault) };
    this.#account = accountAlone(store, options, hooks, (command) =>
      command.type === 'place' && command.intentId === this.#placing ? undefined : 'the treasury sends no other orders',
    );
  }

  async market(fromCurrency: string, toCurrency: string): Promise<SeenMarket | undefined> {
    const { client } = this.#options.venue;
    const atMs = this.#clock.monotonicMs();
    if (this.#pairs === undefined || atMs - this.#pairs.atMs > PAIRS_MS)
      this.#pairs = { atMs, all: await readPairs(client, () => undefined) };
    const pair = this.#pairs.all.find((one) => sideToGive(one, fromCurrency, toCurrency) !== undefined);
    return pair === undefined ? undefined : { pair, book: await readBook(client, pair, DEPTH) };
  }

  place(reference: string, { symbol, side, amount, price }: BookOrder, compared: string): Promise<void> {
    return this.#inTurn(async () => {
      const { store, newId, tell, clock } = this.#options;
      await assertNotHalted({ state: store.state, killFile: this.#killFile, clock });
      const before = await store.journal.withReference(reference);
      if (before.some(({ state }) => state !== 'rejected' && state !== 'not-sent')) return;
      tell(`the ${reference} goes by the book: ${compared}`, { level: 'info', event: 'conversion-by-book' });
      const intentId = newId();
      this.#placing = intentId;
      try {
        const shape = { symbol, side, amount, price, orderType: 'Limit', tag: undefined } as const;
        this.#account.send({ type: 'place', intentId, strategy: TREASURY, ...shape, decidedAt: this.#clock.now(), reference });
        await this.#idle();
      } finally {
        this.#placing = undefined;
      }
    });
  }

  look(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#account.look();
      // The balances are a part of the proof of what nobody knows.
      if (await this.#isUnsure()) await this.#account.balances();
      this.#lookedMs = this.#clock.monotonicMs();
      const { client, settings } = { ...this.#options, ...this.#options.venue };
      const mine = await this.#open();
      if (mine.length === 0) return;
      const listed = new Set((await accountLists(client, venueHabits(settings).firstPage).openOrders()).map(({ id }) => id));
      for (const { orderId, symbol } of mine) {
        if (!listed.has(orderId)) continue;
        const cancel = { intentId: this.#options.newId(), strategy: TREASURY, symbol, orderId, decidedAt: this.#clock.now() };
        this.#account.send({ type: 'cancel', ...cancel });
      }
      await this.#idle();
    });
  }

  /** Compares the account with its ledger, and books what has changed it. With `isThorough` the causes are looked for although nothing differs. */
  compare(isThorough: boolean): Promise<void> {
    return this.#inTurn(async () => {
      await this.#account.look();
      const balances = await this.#account.balances();
      if (isThorough) await this.#account.reconciler.books.reconcile(balances);
      await this.#idle();
    });
  }

  /** That of the account, once the own orders have been read. */
  async reconciler(): Promise<Reconciler> {
    await this.#inTurn(() => Promise.resolve());
    return this.#account.reconciler;
  }

  /** Whether the ledger of the account has begun. Asks the venue nothing. */
  hasLedger(): Promise<boolean> {
    return this.#account.reconciler.books.isOpened();
  }

  async outcome(orderId: string): Promise<BookOutcome> {
    const { journal, fillLog } = this.#options.store;
    const order = await journal.order(orderId);
    let [base, value, feeOfBase, feeOfQuote] = [ZERO, ZERO, ZERO, ZERO];
    for (const { fill } of await fillLog.fills({ orderId })) {
      const [baseCurrency, quoteCurrency] = fill.symbol.split('/');
      base = base.plus(fill.amount);
      value = value.plus(fill.amount.times(fill.price));
      if (fill.feeCurrency === baseCurrency) feeOfBase = feeOfBase.plus(fill.fee);
      else if (fill.feeCurrency === quoteCurrency) feeOfQuote = feeOfQuote.plus(fill.fee);
    }
    const isOver = order?.closedAt !== undefined;
    return order?.side === 'Buy'
      ? { isOver, gave: value.plus(feeOfQuote), brought: base.minus(feeOfBase) }
      : { isOver, gave: base.plus(feeOfBase), brought: value.minus(feeOfQuote) };
  }

  /** Follows what is open, and looks now and then for what was taken for not placed. */
  async round(): Promise<void> {
    if (!(await this.#isDue())) return;
    try {
      await this.look();
    } catch (error) {
      if (!isFault(error) || error.code === 'store' || error.code === 'internal') throw error;
    }
  }

  /** A person decides what came of an order. */
  resolve(id: string, verdict: Verdict): Promise<Intent> {
    return this.#inTurn(() => this.#account.resolve(id, verdict));
  }

  async close(): Promise<void> {
    this.#account.close();
    await this.#account.idle();
  }

  async #isDue(): Promise<boolean> {
    const { journal } = this.#options.store;
    if ((await this.#open()).length > 0) return true;
    if (await this.#isUnsure()) return true;
    if (this.#clock.monotonicMs() - this.#lookedMs < LOOK_BACK_MS) return false;
    const since = this.#clock.now() - DAY_MS;
    if ((await journal.placedBy(TREASURY, since)).length > 0) return true;
    // The day counts from the verdict, which may have come long after the order was placed.
    return (await journal.notDone('place', since)).some(({ strategy }) => strategy === TREASURY);
  }

  async #isUnsure(): Promise<boolean> {
    return (await this.#options.store.journal.unresolved()).some(({ kind, strategy }) => kind === 'place' && strategy === TREASURY);
  }

  async #open(): Promise<readonly BoundOrder[]> {
    return (await this.#options.store.journal.openOrders()).filter(({ strategy }) => strategy === TREASURY);
  }

  /** Once begun, one at a time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#oneAtATime(async () => {
      await (this.#begun ??= this.#begin());
      return work();
    });
  }

  async #begin(): Promise<void> {
    try {
      await this.#account.begin([]);
    } catch (error) {
      this.#begun = undefined;
      throw error;
    }
  }

  async #idle(): Promise<void> {
    await this.#account.idle();
    if (this.#failed !== undefined) throw this.#failed;
  }

  #hear(body: EventBody): void {
    if (body.type !== 'report') return;
    const { report } = body;
    const { tell } = this.#options;
    const incidents = incidentsOfReport(report);
    if (report.type === 'order-opened' && report.adopted)
      tell(`the order ${report.orderId} was found: it is intent ${report.intentId}`, { level: 'info', event: report.type, ...incidents });
    if (report.type === 'order-late') {
      const { orderId, symbol, side, amount, intentId } = report;
      this.#late.add(orderId);
      tell(
        `the order ${orderId} (${side} ${amount.toFixed()} ${symbol}) shows after all, which was taken for not placed (intent ${intentId}): it is canceled, and what it has executed is booked`,
        { level: 'error', event: report.type, ...incidents },
      );
    }
    if (report.type === 'order-closed' && this.#late.delete(report.orderId))
      tell(`the order ${report.orderId}, which showed late, is closed`, { level: 'info', event: report.type, ...incidents });
  }
}
