import { NO_POSITION, type Position, positionAfterFill } from '../../engine/portfolio.ts';
import type { Fill } from '../../model/fill.ts';
import type { Pair } from '../../model/pair.ts';
import type { Mids } from '../backtest/mids.ts';
import { RunFills } from '../backtest/runFills.ts';
import { BUY, type LaneOrder } from './laneOrders.ts';

/** The number of the symbol in a pass of one symbol. */
const MARKET = 0;

/** The lane's executions, and the position that they come to. */
export class LaneFills {
  readonly all: RunFills;
  readonly #pair: Pair;
  readonly #strategy: string;
  /** Of the last tag, the numbers of the kinds: buys and sells as maker, then as taker. */
  #tag: string | undefined;
  #kinds: readonly number[] | undefined;
  #position: Position = NO_POSITION;
  #positioned = 0;

  constructor(pair: Pair, strategy: string, mids: Mids) {
    this.all = new RunFills([pair], mids);
    this.#pair = pair;
    this.#strategy = strategy;
  }

  get count(): number {
    return this.all.length;
  }

  /** Its order has counted it already. */
  add(order: LaneOrder, ticks: number, lots: number, fee: number, isTaker: boolean, tradedAt: number, receivedAt: number): void {
    const { side, tag, serial, parts: part, placedAt: openedAt } = order;
    if (tag !== this.#tag || this.#kinds === undefined) {
      this.#tag = tag;
      this.#kinds = this.#kindsOf(tag);
    }
    const kind = this.#kinds[(isTaker ? 2 : 0) + (side === BUY ? 0 : 1)]!;
    this.all.addWhole({ kind, order: serial, part, ticks, lots, fee, openedAt, tradedAt, receivedAt });
  }

  /** Looks up what the market has done by now since the executions; with `isEnd` all that is known. */
  resolve(now: number, isEnd = false): void {
    this.all.resolve(now, isEnd);
  }

  /** An execution, as the strategy hears of it. */
  fill(index: number): Fill {
    const fill = this.all.fill(index);
    return { ...fill, intentId: fill.orderId };
  }

  /** As the engine keeps it: exact, to 40 digits where it divides. */
  position(): Position {
    for (; this.#positioned < this.count; this.#positioned++) {
      this.#position = positionAfterFill(this.#position, this.all.fill(this.#positioned));
    }
    return this.#position;
  }

  #kindsOf(tag: string | undefined): readonly number[] {
    const { base, quote } = this.#pair;
    const common = { market: MARKET, type: 'Limit', strategy: this.#strategy, tag };
    const buy = { ...common, side: 'Buy', feeCurrency: base } as const;
    const sell = { ...common, side: 'Sell', feeCurrency: quote } as const;
    return ['Maker', 'Taker'].flatMap((feeType) => [buy, sell].map((kind) => this.all.kindOf({ ...kind, feeType })));
  }
}
