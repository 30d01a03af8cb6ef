import { type Clock, sleep } from '../base/clock.ts';
import type { ExchangeClient } from '../client/exchangeClient.ts';
import type { AccountLists } from '../gateway/accountLists.ts';
import { fundsMoves } from '../gateway/fundsMoves.ts';
import type { OwnOrders } from '../gateway/ownOrders.ts';
import { possibleMoves } from '../ledger/possibleMoves.ts';
import type { FillLog, Journal, StateStore } from '../model/journal.ts';
import type { Ledger, LedgerEntry } from '../model/ledger.ts';
import type { Pair } from '../model/pair.ts';
import { AccountBooks } from './accountBooks.ts';
import { bookProvenCopies } from './bookProvenCopies.ts';
import { lanesOf } from './currencyLanes.ts';
import { noSuch } from './noSuch.ts';
import { balanceRows, executionRows, orderRows, type ReconciledRow } from './reconciliation.ts';

export interface ReconcilerOptions {
  readonly clock: Clock;
  readonly client: ExchangeClient;
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly state: StateStore;
  readonly ledger: Ledger;
  readonly lists: AccountLists;
  readonly own: Pick<OwnOrders, 'round' | 'reread' | 'troubles' | 'shut' | 'copies' | 'bookCopies'>;
  /** Where the venue begins to count pages. */
  readonly firstPage: number;
  readonly onTrouble: (message: string) => void;
}

/** The cause for which the lanes of a currency are shut. */
const UNEXPLAINED = 'unexplained balance';
/** What has just been executed shows as a difference for a moment. */
const TRIES = 4;
const TRY_EVERY_MS = 5000;

/** Compares the account at the venue with what is known of it here: open orders, executions, balances. It sends nothing. */
export class Reconciler {
  readonly books: AccountBooks;
  readonly #options: ReconcilerOptions;
  #pairs: readonly Pair[] = [];

  constructor(options: ReconcilerOptions) {
    const { client, firstPage, lists, own } = options;
    this.#options = options;
    this.books = new AccountBooks({
      ...options,
      venueNow: () => options.clock.now() + lists.venueOffsetMs(),
      moves: (since) => fundsMoves(client, firstPage, since),
      conversions: (since) => lists.conversions(since),
      possible: async () => possibleMoves(await options.journal.unresolved()),
      bookProven: (compare) => bookProvenCopies(own, compare),
      shut: (reasons) => own.shut(UNEXPLAINED, lanesOf(reasons, this.#pairs)),
    });
  }

  async begin(pairs: readonly Pair[]): Promise<void> {
    this.#pairs = pairs;
    await this.books.begin();
  }

  /** Reads and compares everything, and books what comes of it. Doing it twice changes nothing the second time. */
  async reconcile(): Promise<readonly ReconciledRow[]> {
    const { own, clock } = this.#options;
    await own.round();
    const reread = await own.reread(Infinity);
    let rows = await this.#compare();
    let known = new Set<string>();
    const isUnsure = async (): Promise<boolean> => rows.some(({ isProblem }) => isProblem) || !(await this.books.isOpened());
    for (let tries = 1; tries < TRIES && (await isUnsure()); tries++) {
      known = new Set(rows.filter(({ isProblem }) => isProblem).map(nameOf));
      await sleep(clock, TRY_EVERY_MS);
      rows = await this.#compare();
    }
    // While the account trades on, only what two comparisons in a row agree on is wrong.
    const sure = rows.map((row) => (row.isProblem && !known.has(nameOf(row)) ? { ...row, isProblem: false, result: 'moving' } : row));
    return [...sure, ...executionRows(reread, own)];
  }

  async #compare(): Promise<readonly ReconciledRow[]> {
    const { own, lists } = this.#options;
    const { openOrders } = await own.round();
    const orders = await orderRows(openOrders, this.#options);
    await this.books.beforeReading();
    const balances = await lists.balances();
    const lines = await this.books.reconcile(balances);
    return [...orders, ...balanceRows(lines, await this.books.isOpened())];
  }

  /** Books a difference of the balances by a person's word. Rejects with `not-found`, and books nothing, for a currency that neither the account, its ledger nor a pair has. */
  async adjust(entry: LedgerEntry): Promise<void> {
    const { ledger, lists } = this.#options;
    const known = new Set([
      ...(await lists.balances()).map(({ currency }) => currency),
      ...(await ledger.sums()).sums.map(({ currency }) => currency),
      ...this.#pairs.flatMap(({ base, quote }) => [base, quote]),
    ]);
    if (!known.has(entry.currency)) throw noSuch('currency', entry.currency, [...known].toSorted());
    await ledger.post([entry]);
    await this.books.beforeReading();
    await this.books.look(await lists.balances());
  }
}

function nameOf({ check, name, difference }: ReconciledRow): string {
  return `${check} ${name} ${difference}`;
}
