import type { Clock } from '../base/clock.ts';
import { type Decimal, ZERO } from '../base/decimal.ts';
import { type Fault, isFault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { Balance } from '../model/balance.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder } from '../model/journal.ts';
import { currenciesOf } from '../model/pair.ts';
import type { AccountLists, OpenOrderRow } from './accountLists.ts';
import type { BalanceWitness, UnbookedBefore } from './balanceWitness.ts';
import { timeOf, type TradeRow } from './fillRows.ts';
import { orderFingerprint } from './fingerprint.ts';
import type { LedgerWitness } from './resolver.ts';

export interface EndWitnessOptions {
  readonly clock: Clock;
  readonly lists: Pick<AccountLists, 'balances' | 'venueOffsetMs'>;
  readonly ledgerWitness?: Pick<LedgerWitness, 'differences'> | undefined;
  /** How late an execution may become visible. */
  readonly visibilityMs: number;
}

/** What was known when an order was first missing from the list of open orders. */
export interface MissingSince {
  /** By the venue's clock. */
  readonly at: Instant;
  /** How much of what it gives away others held. */
  readonly others: Decimal;
  readonly before: UnbookedBefore | undefined;
}

/** An order that no list shows, and how much of it is not booked. */
export interface GoneOrder {
  readonly order: BoundOrder;
  readonly left: Decimal;
  readonly since: MissingSince;
}

/**
 * Whether an order that has left the lists without a word on its end is over. Lists that are empty by a mistake lack it too; so the
 * balances are asked: what rests holds what it may take, and what was executed has moved them. They are read once for all such orders.
 */
export class EndWitness {
  readonly #options: EndWitnessOptions;
  readonly #witness: BalanceWitness;

  constructor(options: EndWitnessOptions, witness: BalanceWitness) {
    this.#options = options;
    this.#witness = witness;
  }

  /** To be asked for when the order is first missing, since readings are forgotten. */
  since(order: BoundOrder): MissingSince {
    const { clock, lists } = this.#options;
    const asked = restOf(order, order.amount, clock.now());
    const { base = '', quote = '' } = currenciesOf(order.symbol) ?? {};
    const others = this.#witness.heldByOthers(asked.createdAt, order.side === 'Buy' ? quote : base);
    return { at: asked.createdAt + lists.venueOffsetMs(), others, before: this.#witness.before(asked) };
  }

  /** The ids of those of which the balances have nothing, or why the balances can't be read: then they prove nothing. */
  async over(
    gone: readonly GoneOrder[],
    openOrders: readonly OpenOrderRow[],
    trades: readonly TradeRow[],
  ): Promise<ReadonlySet<string> | Fault> {
    const balances = await this.#options.lists.balances().catch((error: unknown) => {
      if (isFault(error)) return error;
      throw error;
    });
    if (isFault(balances)) return balances;
    const over = new Set<string>();
    const newestAt = trades.reduce((newest, row) => Math.max(newest, timeOf(row) ?? newest), -Infinity);
    for (const one of gone) if (await this.#isOver(one, balances, openOrders, newestAt)) over.add(one.order.orderId);
    return over;
  }

  async #isOver(
    { order, left, since }: GoneOrder,
    balances: readonly Balance[],
    openOrders: readonly OpenOrderRow[],
    newestAt: Instant,
  ): Promise<boolean> {
    const { ledgerWitness, visibilityMs, clock } = this.#options;
    const unbooked = { before: since.before, unbooked: await ledgerWitness?.differences(balances, since.at) };
    const isShown = newestAt >= since.at + visibilityMs;
    const rest = restOf(order, left, clock.now());
    return this.#witness.leaveNoRoomForRest(rest, { others: since.others, unbooked, isShown }, balances, openOrders);
  }
}

/** What is left of an order, as what would be asked for. Of one that its replacements have made larger than is known, nobody can say: then all of it counts. */
function restOf(order: BoundOrder, left: Decimal, createdAt: Instant): Pick<Intent, 'kind' | 'fingerprint' | 'createdAt'> {
  const amount = left.gt(ZERO) ? left : order.amount;
  return { kind: 'place', fingerprint: orderFingerprint({ ...order, amount }), createdAt };
}
