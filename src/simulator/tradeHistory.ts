import type { Instant } from '../base/instant.ts';
import type { Account } from '../exchange/account.ts';
import type { BookOrder } from '../exchange/bookOrder.ts';
import type { Execution } from '../exchange/execution.ts';
import type { FeeType } from '../exchange/fees.ts';
import type { Units } from '../exchange/units.ts';
import type { Pair } from '../model/pair.ts';
import { MOST_REMEMBERED, remember } from './remember.ts';
import type { VenueBehaviour } from './simulatorOptions.ts';
import { TradeList } from './tradeList.ts';
import { type TradeNote, tradeNote } from './tradeNote.ts';

/** What the user's account has traded, in each of the forms in which a venue may report it. */
export class TradeHistory {
  /** Oldest first. */
  readonly executions: TradeNote[] = [];
  readonly list: TradeList;
  readonly #account: Account;
  readonly #style: NonNullable<VenueBehaviour['trades']>;
  readonly #most: number;
  readonly #pairOf: (symbol: string) => Pair;
  /** The rows that grow, by the sequence of their order. */
  readonly #growing = new Map<number, ReturnType<TradeList['add']>>();

  constructor(account: Account, behaviour: VenueBehaviour, pairOf: (symbol: string) => Pair) {
    this.#account = account;
    this.#style = behaviour.trades ?? 'fills';
    this.#most = behaviour.remembers ?? MOST_REMEMBERED;
    this.list = new TradeList(behaviour);
    this.#pairOf = pairOf;
  }

  executed(execution: Execution): void {
    const { maker, taker, makerFee, takerFee } = execution;
    if (maker.account === this.#account) this.#fill(execution, maker, makerFee, 'Maker');
    if (taker.account === this.#account) this.#fill(execution, taker, takerFee, 'Taker');
  }

  canceled(order: BookOrder, lots: number, at: Instant): void {
    if (order.account !== this.#account) return;
    const pair = this.#pairOf(order.symbol);
    this.#growing.delete(order.sequence);
    if (this.#style === 'fills' || order.filledLots === 0) {
      this.list.add(tradeNote(pair, order, { about: 'cancel', at, status: 'Canceled', ticks: order.ticks, lots }));
    } else if (this.#style === 'orders') this.list.add(wholeOrder(pair, order, 'PartiallyExecuted', at));
  }

  #fill({ market: { pair }, ticks, lots, at }: Execution, order: BookOrder, fee: Units, feeType: FeeType): void {
    const status = order.lots === 0 ? 'Executed' : 'PartiallyExecuted';
    const execution = tradeNote(pair, order, { about: 'execution', at, status, ticks, lots, fee, feeType });
    remember(this.executions, execution, this.#most);
    if (this.#style === 'fills') this.list.add(execution);
    else if (this.#style === 'growing') this.#grow(order, wholeOrder(pair, order, status, at, feeType));
    else if (order.lots === 0) this.list.add(wholeOrder(pair, order, status, at, feeType));
  }

  #grow({ sequence, lots }: BookOrder, note: TradeNote): void {
    const grown = this.list.add(note, this.#growing.get(sequence));
    if (lots === 0) this.#growing.delete(sequence);
    else this.#growing.set(sequence, grown);
  }
}

/** An order in one row: the filled amount, the average price to 8 decimals, and all its fees. */
function wholeOrder(pair: Pair, order: BookOrder, status: TradeNote['status'], at: Instant, feeType?: FeeType): TradeNote {
  const { filledLots: lots, filledTickLots: tickLots, fee } = order;
  return tradeNote(pair, order, { about: 'order', at, status, lots, tickLots, fee, feeType });
}
