import { type Decimal, dec } from '../../base/decimal.ts';
import { NO_POSITION, type Position, positionAfterFill } from '../../engine/portfolio.ts';
import type { Fill } from '../../model/fill.ts';
import { amountOf, midPriceOf, priceOf } from '../../model/grid.ts';
import type { Pair } from '../../model/pair.ts';
import type { Touch } from '../backtest/midHistory.ts';
import type { Mids } from '../backtest/mids.ts';
import { AFTER_MS, LONGEST_MS } from '../backtest/runFills.ts';
import type { RunFill } from '../runRecord.ts';
import { BUY, type LaneSide } from './laneOrders.ts';
import { UNIT } from './laneScale.ts';

/** Columns of one execution. */
const AT = 0;
const TRADED_AT = 1;
const SERIAL = 2;
const PART = 3;
const SIDE = 4;
const TICKS = 5;
const LOTS = 6;
const FEE = 7;
const TAKER = 8;
const OPENED_AT = 9;
/** Best bid and ask before it, and 1, 10 and 60 s after it; NaN where nobody knows. */
const TOUCHES = 10;
const COLUMNS = TOUCHES + 2 * (1 + AFTER_MS.length);

/** The number of the symbol in a pass of one symbol. */
const MARKET = 0;

/** The lane's executions, as rows of numbers; decimals are made of those that somebody looks at. */
export class LaneFills {
  count = 0;
  readonly #pair: Pair;
  readonly #strategy: string;
  readonly #mids: Mids;
  #rows = new Float64Array(COLUMNS * 256);
  readonly #tags: (string | undefined)[] = [];
  #resolved = 0;
  #position: Position = NO_POSITION;
  #positioned = 0;

  constructor(pair: Pair, strategy: string, mids: Mids) {
    this.#pair = pair;
    this.#strategy = strategy;
    this.#mids = mids;
  }

  /** `serial` is the order's number, `part` counts its executions. */
  add(at: number, tradedAt: number, serial: number, part: number, side: LaneSide, ticks: number, lots: number): void {
    let rows = this.#rows;
    const from = this.count * COLUMNS;
    if (from === rows.length) {
      rows = new Float64Array(rows.length * 2);
      rows.set(this.#rows);
      this.#rows = rows;
    }
    rows[from + AT] = at;
    rows[from + TRADED_AT] = tradedAt;
    rows[from + SERIAL] = serial;
    rows[from + PART] = part;
    rows[from + SIDE] = side;
    rows[from + TICKS] = ticks;
    rows[from + LOTS] = lots;
    this.#keep(from + TOUCHES, this.#mids.before(MARKET, tradedAt));
    this.count++;
  }

  /** What else is to be known of the execution that was added last. */
  describe(feeUnits: number, isTaker: boolean, openedAt: number, tag: string | undefined): void {
    const from = (this.count - 1) * COLUMNS;
    this.#rows[from + FEE] = feeUnits;
    this.#rows[from + TAKER] = isTaker ? 1 : 0;
    this.#rows[from + OPENED_AT] = openedAt;
    if (tag !== undefined) this.#tags[this.count - 1] = tag;
  }

  /** Looks up what the market has done by now since the executions; with `isEnd` all that is known. */
  resolve(now: number, isEnd = false): void {
    for (; this.#resolved < this.count; this.#resolved++) {
      const from = this.#resolved * COLUMNS;
      const tradedAt = this.#rows[from + TRADED_AT]!;
      if (!isEnd && now <= Math.max(tradedAt, this.#rows[from + AT]!) + LONGEST_MS) return;
      for (let i = 0; i < AFTER_MS.length; i++) {
        this.#keep(from + TOUCHES + 2 * (i + 1), this.#mids.after(MARKET, tradedAt, AFTER_MS[i]!));
      }
    }
  }

  /** An execution; `intentOf` names the intent of an order by its number. */
  fill(index: number, intentOf: (serial: number) => string = String): Fill {
    const { grid, symbol, base, quote } = this.#pair;
    const at = (column: number): number => this.#rows[index * COLUMNS + column]!;
    const isBuy = at(SIDE) === BUY;
    const orderId = String(at(SERIAL));
    return {
      id: `${orderId}.${at(PART)}`,
      orderId,
      symbol,
      side: isBuy ? 'Buy' : 'Sell',
      type: 'Limit',
      price: priceOf(grid, at(TICKS)),
      amount: amountOf(grid, at(LOTS)),
      fee: unitsAsDecimal(at(FEE)),
      feeCurrency: isBuy ? base : quote,
      feeType: at(TAKER) === 1 ? 'Taker' : 'Maker',
      openedAt: at(OPENED_AT),
      tradedAt: at(TRADED_AT),
      receivedAt: at(AT),
      intentId: intentOf(at(SERIAL)),
      strategy: this.#strategy,
      tag: this.#tags[index],
    };
  }

  all(intentOf: (serial: number) => string): RunFill[] {
    return Array.from({ length: this.count }, (_, index) => {
      const [mid, short, middle, long] = [0, 1, 2, 3].map((i) => this.#midAt(index * COLUMNS + TOUCHES + 2 * i));
      return { fill: this.fill(index, intentOf), mid, midAfter: [short, middle, long] };
    });
  }

  /** As the engine keeps it: exact, to 40 digits where it divides. */
  position(): Position {
    for (; this.#positioned < this.count; this.#positioned++) {
      this.#position = positionAfterFill(this.#position, this.fill(this.#positioned));
    }
    return this.#position;
  }

  #keep(column: number, touch: Touch | undefined): void {
    this.#rows[column] = touch?.bid ?? NaN;
    this.#rows[column + 1] = touch?.ask ?? NaN;
  }

  #midAt(column: number): Decimal | undefined {
    const bid = this.#rows[column]!;
    return Number.isNaN(bid) ? undefined : midPriceOf(this.#pair.grid, bid, this.#rows[column + 1]!);
  }
}

function unitsAsDecimal(units: number): Decimal {
  return dec(String(units)).div(UNIT);
}
