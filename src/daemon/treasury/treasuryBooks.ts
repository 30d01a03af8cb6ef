import { type Clock, sleep } from '../../base/clock.ts';
import { isFault, messageOf } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { LastingTrouble } from '../../base/lastingTrouble.ts';
import { type TellNews, tellsTrouble } from '../../base/tellNews.ts';
import type { Adjustment } from '../../ledger/adjustment.ts';
import { Reconciling } from '../reconciling.ts';
import type { ReconciledRow } from '../reconciliation.ts';
import type { AccountOrders } from './accountOrders.ts';

export interface TreasuryBooksOptions {
  readonly orders: Pick<AccountOrders, 'compare' | 'hasLedger' | 'reconciler'>;
  readonly clock: Clock;
  /** Tells a person. */
  readonly tell: TellNews;
}

/** So often the account is compared while nothing of ours has moved. */
const LOOK_EVERY_MS = 30_000;
/** The ledger begins with two looks 15 seconds apart that agree. Payments wait no longer than this for it. */
const BEGINS_WITHIN_MS = 30_000;
const BEGIN_EVERY_MS = 5000;

/**
 * The ledger of the account that the treasury has to itself, kept by the same comparison as that of a daemon. What can't be read is told, and
 * keeps no payment back: it is read later.
 */
export class TreasuryBooks {
  readonly #options: TreasuryBooksOptions;
  readonly #reconciling: Reconciling;
  #beginning: Promise<void> | undefined;
  #lookedMs = -Infinity;
  #thoroughAt: Instant = -Infinity;
  readonly #unread: LastingTrouble;
  #failure: string | undefined;

  constructor(options: TreasuryBooksOptions) {
    this.#options = options;
    this.#unread = new LastingTrouble('the account of the treasury', tellsTrouble(options.tell));
    this.#reconciling = new Reconciling({ clock: options.clock, reconciler: () => options.orders.reconciler() });
  }

  /** Why the account could not be read at the last look. Undefined where it could. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** The ledger begins before the first payment, so that this has a row in it. Resolves when it has begun, or can't begin just now. */
  begin(): Promise<void> {
    return (this.#beginning ??= this.#begin());
  }

  /** One look, when it is due or something has ended. */
  async round(hasEnded: boolean): Promise<void> {
    const { clock, orders } = this.#options;
    const isDue = clock.monotonicMs() - this.#lookedMs >= LOOK_EVERY_MS;
    if (hasEnded || isDue || !(await orders.hasLedger())) await this.#look(hasEnded);
  }

  /** Books what a move has changed that was over at this time, unless that was done since. */
  async ended(at: Instant): Promise<void> {
    if (this.#thoroughAt <= at) await this.#look(true);
  }

  /** Null while it is under way. */
  async reconcile(): Promise<readonly ReconciledRow[] | null> {
    return (await this.#reconciling.rows()) ?? null;
  }

  adjust(adjustment: Adjustment): Promise<void> {
    return this.#reconciling.adjust(adjustment);
  }

  async #begin(): Promise<void> {
    const { clock, orders, tell } = this.#options;
    if (await orders.hasLedger()) return;
    tell('the ledger of this account begins with two looks at its balances, 15 seconds apart', { level: 'info', event: 'ledger-begins' });
    const until = clock.monotonicMs() + BEGINS_WITHIN_MS;
    while (await this.#look(false)) {
      if (await orders.hasLedger()) return;
      if (clock.monotonicMs() >= until) return tell('the ledger could not begin, since the balances move; it is tried again');
      await sleep(clock, BEGIN_EVERY_MS);
    }
  }

  /** Whether the account could be read. */
  async #look(isThorough: boolean): Promise<boolean> {
    const { clock, orders } = this.#options;
    const at = clock.now();
    this.#lookedMs = clock.monotonicMs();
    try {
      await orders.compare(isThorough);
      if (isThorough) this.#thoroughAt = at;
      this.#failure = undefined;
      this.#unread.over('the account could be compared with its ledger again');
      return true;
    } catch (error) {
      if (!isFault(error) || error.code === 'store' || error.code === 'internal') throw error;
      this.#failure = `the account could not be compared with its ledger: ${messageOf(error)}`;
      this.#unread.lasts(this.#failure, error.message);
      return false;
    }
  }
}
