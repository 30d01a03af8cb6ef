import { assert } from '../../base/assert.ts';
import { ONE, type Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Fill } from '../../model/fill.ts';
import { amountOf, type Grid, gridOf, midPriceOf, priceOf, wholeLotsOf, wholeTicksOf } from '../../model/grid.ts';
import type { Pair } from '../../model/pair.ts';
import type { RunFill, RunFillList } from '../runRecord.ts';
import { AFTER_MS, type MidHistory } from '../../exchange/midHistory.ts';
import type { Mids } from '../../exchange/mids.ts';

const LONGEST_MS = 60_000;
/** The look that shows the market a minute later may come so much later; mids are remembered for longer than all of it. */
const PATIENCE_MS = 90_000;
const LOOKED_UP = AFTER_MS.length;

/** Columns of a row. */
const KIND = 0;
const ORDER = 1;
const PART = 2;
const TICKS = 3;
const LOTS = 4;
const FEE = 5;
const OPENED_AT = 6;
const TRADED_AT = 7;
const RECEIVED_AT = 8;
/** Best bid and ask added up, in ticks: before the fill, and 1, 10 and 60 s after it; NaN where nobody knows. */
const MIDS = 9;
const COLUMNS = MIDS + 1 + AFTER_MS.length;

/** Rows are kept in blocks, so that none is ever copied. */
const BLOCK_BITS = 8;
const BLOCK = 1 << BLOCK_BITS;

const FORGOTTEN = new Float64Array();

/** Fees are whole 10^-8 of a currency: the step to which the venue rounds them. */
const FEE_GRID: Grid = gridOf(8, ONE);

/** What many fills have in common. */
export type FillKind = Pick<Fill, 'side' | 'type' | 'feeCurrency' | 'feeType' | 'strategy' | 'tag'> & { readonly market: number };

/** A fill in whole numbers: its order's number, which execution of it, ticks, lots, fee in 10^-8. */
export interface WholeFill {
  /** As `kindOf` numbered it. */
  readonly kind: number;
  readonly order: number;
  readonly part: number;
  readonly ticks: number;
  readonly lots: number;
  readonly fee: number;
  readonly openedAt: Instant;
  readonly tradedAt: Instant;
  readonly receivedAt: Instant;
}

/**
 * The fills of one band, and what the mid did after each: known a minute later. A fill is a row of some hundred bytes; decimals
 * are made of those that somebody looks at.
 */
export class RunFills implements RunFillList {
  length = 0;
  readonly #pairs: readonly Pair[];
  readonly #mids: Mids;
  readonly #keeps: boolean;
  readonly #blocks: Float64Array[] = [];
  readonly #kinds: FillKind[] = [];
  readonly #kindOf = new Map<string, number>();
  /** By their number: fills that whole numbers can't hold, and mids (by number times 4 and place). */
  readonly #odd = new Map<number, Fill>();
  readonly #oddMids = new Map<number, Decimal>();
  #resolved = 0;
  #forgotten = 0;
  /** The first of those that are not looked up is not due before then. */
  #dueAt = -Infinity;

  /** `keeps`: false to count them, and to keep each only until `forget`. */
  constructor(pairs: readonly Pair[], mids: Mids, keeps = true) {
    this.#pairs = pairs;
    this.#mids = mids;
    this.#keeps = keeps;
  }

  add(fill: Fill, market: number): void {
    const { side, type, feeCurrency, feeType, strategy, tag, openedAt, tradedAt, receivedAt } = fill;
    const kind = this.kindOf({ market, side, type, feeCurrency, feeType, strategy, tag });
    const whole = wholeOf(fill, this.#pairs[market]!.grid);
    if (whole === undefined) this.#odd.set(this.length, { ...fill, intentId: undefined });
    this.addWhole({ ...(whole ?? NOTHING), kind, openedAt, tradedAt, receivedAt });
  }

  /** The number under which `addWhole` knows a kind. */
  kindOf(kind: FillKind): number {
    const { market, side, type, feeCurrency, feeType, strategy, tag } = kind;
    const key = JSON.stringify([market, side, type, feeCurrency, feeType, strategy ?? null, tag ?? null]);
    const known = this.#kindOf.get(key);
    if (known !== undefined) return known;
    this.#kindOf.set(key, this.#kinds.length);
    return this.#kinds.push(kind) - 1;
  }

  addWhole({ kind, order, part, ticks, lots, fee, openedAt, tradedAt, receivedAt }: WholeFill): void {
    const index = this.length++;
    if (index >> BLOCK_BITS === this.#blocks.length) this.#blocks.push(new Float64Array(BLOCK * COLUMNS));
    const row = this.#blocks[index >> BLOCK_BITS]!;
    const from = (index & (BLOCK - 1)) * COLUMNS;
    row[from + KIND] = kind;
    row[from + ORDER] = order;
    row[from + PART] = part;
    row[from + TICKS] = ticks;
    row[from + LOTS] = lots;
    row[from + FEE] = fee;
    row[from + OPENED_AT] = openedAt;
    row[from + TRADED_AT] = tradedAt;
    row[from + RECEIVED_AT] = receivedAt;
    // `fill` takes longer than all the rest for so few.
    for (let column = MIDS; column < COLUMNS; column++) row[from + column] = NaN;
    if (!this.#keeps) return;
    const { market } = this.#kinds[kind]!;
    const history = this.#mids.history(market);
    this.#keepMid(index, 0, market, history, history.before(tradedAt));
  }

  /** Whether a walk over them is possible at the end. */
  get areKept(): boolean {
    return this.#keeps;
  }

  /** Nobody asks for those before that number any more. */
  forget(before: number): void {
    for (; this.#forgotten < before; this.#forgotten++) {
      this.#odd.delete(this.#forgotten);
      if ((this.#forgotten + 1) % BLOCK === 0) this.#blocks[this.#forgotten >> BLOCK_BITS] = FORGOTTEN;
    }
  }

  /** Looks up what has come to pass by now; with `isEnd` all that is known. */
  resolve(now: Instant, isEnd = false): void {
    if (!this.#keeps || (now <= this.#dueAt && !isEnd)) return;
    for (; this.#resolved < this.length; this.#resolved++) {
      const index = this.#resolved;
      const tradedAt = this.#number(index, TRADED_AT);
      this.#dueAt = Math.max(tradedAt, this.#number(index, RECEIVED_AT)) + LONGEST_MS;
      if (now <= this.#dueAt && !isEnd) return;
      const { market } = this.#kinds[this.#number(index, KIND)]!;
      const history = this.#mids.history(market);
      if (now <= this.#dueAt + PATIENCE_MS && !isEnd && !history.isSettled(tradedAt + LONGEST_MS)) return;
      for (let i = 0; i < LOOKED_UP; i++) this.#keepMid(index, i + 1, market, history, history.after(tradedAt, i));
    }
  }

  /** Without the id of its intent, which says nothing about the run. */
  fill(index: number): Fill {
    const odd = this.#odd.get(index);
    if (odd !== undefined) return odd;
    const { market, side, type, feeCurrency, feeType, strategy, tag } = this.#kinds[this.#number(index, KIND)]!;
    const { grid, symbol } = this.#pairs[market]!;
    const orderId = String(this.#number(index, ORDER));
    return {
      id: `${orderId}.${this.#number(index, PART)}`,
      orderId,
      symbol,
      side,
      type,
      price: priceOf(grid, this.#number(index, TICKS)),
      amount: amountOf(grid, this.#number(index, LOTS)),
      fee: priceOf(FEE_GRID, this.#number(index, FEE)),
      feeCurrency,
      feeType,
      openedAt: this.#number(index, OPENED_AT),
      tradedAt: this.#number(index, TRADED_AT),
      receivedAt: this.#number(index, RECEIVED_AT),
      intentId: undefined,
      strategy,
      tag,
    };
  }

  at(index: number): RunFill | undefined {
    const from = index < 0 ? index + this.length : index;
    if (!(from >= 0 && from < this.length)) return undefined;
    assert(this.#keeps, 'the fills were only counted');
    return new ShownFill(this, from);
  }

  *[Symbol.iterator](): IterableIterator<RunFill> {
    for (let index = 0; index < this.length; index++) yield this.at(index)!;
  }

  #number(index: number, column: number): number {
    return this.#blocks[index >> BLOCK_BITS]![(index & (BLOCK - 1)) * COLUMNS + column]!;
  }

  #keepMid(index: number, place: number, market: number, history: MidHistory, row: number): void {
    if (row < 0) return;
    const bid = history.bidOf(row);
    const ask = history.askOf(row);
    const sum = bid + ask;
    if (sum > Number.MAX_SAFE_INTEGER) this.#oddMids.set(4 * index + place, midPriceOf(this.#pairs[market]!.grid, bid, ask));
    this.#blocks[index >> BLOCK_BITS]![(index & (BLOCK - 1)) * COLUMNS + MIDS + place] = sum;
  }

  /** `place`: 0 for the mid before the fill, then those after it. */
  midAt(index: number, place: number): Decimal | undefined {
    const sum = this.#number(index, MIDS + place);
    if (Number.isNaN(sum)) return undefined;
    const { market } = this.#kinds[this.#number(index, KIND)]!;
    return this.#oddMids.get(4 * index + place) ?? midPriceOf(this.#pairs[market]!.grid, sum, 0);
  }
}

/** Most who walk the fills look at no mid. */
class ShownFill implements RunFill {
  readonly fill: Fill;
  readonly #fills: RunFills;
  readonly #index: number;

  constructor(fills: RunFills, index: number) {
    this.fill = fills.fill(index);
    this.#fills = fills;
    this.#index = index;
  }

  get mid(): Decimal | undefined {
    return this.#fills.midAt(this.#index, 0);
  }

  get midAfter(): RunFill['midAfter'] {
    const mid = (place: number): Decimal | undefined => this.#fills.midAt(this.#index, place);
    return [mid(1), mid(2), mid(3)];
  }
}

type Whole = Pick<WholeFill, 'order' | 'part' | 'ticks' | 'lots' | 'fee'>;

const NOTHING: Whole = { order: 0, part: 0, ticks: 0, lots: 0, fee: 0 };

/** Undefined where a number would not give the fill back, digit for digit. */
function wholeOf({ id, orderId, price, amount, fee }: Fill, grid: Grid): Whole | undefined {
  const order = Number(orderId);
  const part = Number(id.slice(orderId.length + 1));
  const ticks = wholeTicksOf(grid, price);
  const lots = wholeLotsOf(grid, amount);
  const feeUnits = wholeTicksOf(FEE_GRID, fee);
  if (ticks === undefined || lots === undefined || feeUnits === undefined) return undefined;
  return String(order) === orderId && `${orderId}.${part}` === id ? { order, part, ticks, lots, fee: feeUnits } : undefined;
}
